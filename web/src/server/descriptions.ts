import { i18n } from '@/lib/i18n';

/** Texts that describe the pages without a thing of their own; a society and an event describe themselves. */
const descriptions = {
  '/': () => i18n.t('home:visitor.text'),
  '/about': () => i18n.t('about:lead'),
  '/terms': () => i18n.t('terms:lead'),
  '/privacy': () => i18n.t('privacy:lead'),
  '/login': () => i18n.t('auth:loginText'),
  '/signup': () => i18n.t('auth:signupText'),
  '/events': () => i18n.t('events:list.lead'),
  '/societies': () => i18n.t('home:visitor.text'),
} as const;

/** Description of a page for search engines and shared links, in the current language; '' if its thing describes it. */
export async function descriptionOf(path: string): Promise<string> {
  const describe = Object.entries(descriptions).find(([page]) => page === path)?.[1];
  if (!describe) return '';
  await i18n.loadNamespaces('home');
  return describe();
}
