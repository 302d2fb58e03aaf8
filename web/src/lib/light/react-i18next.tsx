import { cloneElement, createElement, Fragment, type ReactElement, type ReactNode, useMemo, useSyncExternalStore } from 'react';
import type { Translator } from './i18next';

/** The part of react-i18next that the app uses; see i18next.ts. */

let i18n: Translator;

export const initReactI18next = {
  type: '3rdParty',
  init: (instance: Translator): void => {
    i18n = instance;
  },
};

/** There is one instance, so the provider only shows what is in it. */
export const I18nextProvider = ({ children }: { children: ReactNode }): ReactNode => children;

function subscribe(listener: () => void): () => void {
  i18n.on('languageChanged', listener);
  return () => i18n.off('languageChanged', listener);
}

const revision = (): number => i18n.revision;

/** Texts of the first area, and of the others by `area:key`; waits for those that are not loaded yet, as `Suspense` shows. */
export function useTranslation(areas: string | readonly string[] = 'common') {
  const current = useSyncExternalStore(subscribe, revision, revision);
  const names = typeof areas === 'string' ? [areas] : areas;
  const first = names[0];
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed language needs a new `t`, so that what depends on it is made anew.
  const made = useMemo(() => ({ t: i18n.getFixedT(null, first), i18n, ready: true }), [first, current]);
  const missing = names.filter((area) => !i18n.isReady(area));
  if (missing.length > 0) throw i18n.loadNamespaces(missing);
  return made;
}

interface TransProps {
  t: (key: string) => string;
  i18nKey: string;
  components: Record<string, ReactElement>;
}

/** A text with elements in it: `<terms>…</terms>` becomes the component of that name. */
export function Trans({ t, i18nKey, components }: TransProps) {
  // A plain part, then a name and what is inside of it, and so on.
  const parts = t(i18nKey).split(/<(\w+)>(.*?)<\/\1>/);
  const nodes = parts.map((part, index) => {
    const element = components[parts[index - 1] ?? ''];
    if (index % 3 === 2 && element) return cloneElement(element, undefined, part);
    return index % 3 === 0 ? part : null;
  });
  return createElement(Fragment, undefined, ...nodes);
}
