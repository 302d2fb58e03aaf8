import { type Consent, type ConsentSubject, consentVersions, getConsents, giveConsent, withdrawConsent } from '#models/contract/consents';
import { api } from '@/lib/api';
import { languageInUse } from '@/lib/i18n';
import { createEntities } from '@/sync/entities';
import { defineList } from '@/sync/lists';

/** The user's consents, newest first, with the subjects to ask again and the societies in which their name depends on one. */
export const consentList = defineList({
  key: ['consents'],
  call: getConsents,
  input: () => ({}),
  entities: createEntities<Consent>({}),
  access: true,
  persist: false,
});

/** Agrees to the text of this subject, or withdraws that. Throws what the call throws. */
export async function saveConsent(subject: ConsentSubject, society_id: string | null, on: boolean): Promise<void> {
  const about = { subject, ...(society_id !== null && { society_id }) };
  if (on) await api(giveConsent, { ...about, version: consentVersions[subject], language: languageInUse() });
  else await api(withdrawConsent, about);
  await consentList.refetch();
}
