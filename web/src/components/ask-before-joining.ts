import { consentVersions, type GivenConsent } from '#models/contract/consents';
import { type Society, sensitiveCategories } from '#models/contract/societies';
import { i18n, languageInUse } from '@/lib/i18n';
import { oneSociety, societies } from '@/sync/societies';
import { confirm } from './confirm';

/** One line for each thing that others can learn from a membership. */
function linesOf({ Category, Can }: Pick<Society, 'Category' | 'Can'>): string[] {
  const reveals = `sensitive:reveals.${Category}` as 'sensitive:reveals.Religious';
  return [
    i18n.t(reveals),
    i18n.t('sensitive:members'),
    i18n.t(Can.seeMembers ? 'sensitive:listOpen' : 'sensitive:listClosed'),
    i18n.t(Can.seePosts ? 'sensitive:postsOpen' : 'sensitive:postsClosed'),
    i18n.t('sensitive:profile'),
  ];
}

/** Answer with which somebody joins: the consent to be named outside, if they gave it. */
export interface JoinAnswer {
  consent?: GivenConsent;
}

/**
 * Says who will see the membership before somebody joins a Religious, Political or Health society; and asks whether people outside may
 * see their name; resolves to null if they do not go on. Other societies ask nothing. Call it only for somebody who is no member: what they may see is what everybody may.
 */
export async function askBeforeJoining({ ID, Name, Category }: Pick<Society, 'ID' | 'Name' | 'Category'>): Promise<JoinAnswer | null> {
  if (!sensitiveCategories.includes(Category)) return {};
  await i18n.loadNamespaces('sensitive');
  const society = societies.get(ID) ?? (await oneSociety.load(ID));
  if (!society) return null;
  const title = i18n.t('sensitive:title', { society: Name });
  let isNamed = false;
  const choose = (on: boolean): void => {
    isNamed = on;
  };
  const choice = { label: i18n.t('sensitive:consent'), choose };
  if (!(await confirm({ title, text: linesOf(society).join('\n'), action: i18n.t('sensitive:action'), choice }))) return null;
  return isNamed ? { consent: { version: consentVersions['sensitive-membership'], language: languageInUse() } } : {};
}
