import { type Consent, getConsents, giveConsent, withdrawConsent } from '#models/contract/consents';
import type { CountsOf } from '#models/contract/define';
import { onCall, yes } from './fake-server';
import { newId } from './fixtures';

type ConsentCounts = CountsOf<typeof getConsents>;

/** A consent in force. */
export const aConsent = (over: Partial<Consent> = {}): Consent => ({
  ID: newId(),
  Subject: 'terms',
  Society_ID: null,
  Society_Name: null,
  Version: 1,
  Language: 'en',
  Given_At: '2026-03-02T09:30:00.000Z',
  Withdrawn_At: null,
  Is_In_Force: true,
  ...over,
});

/** Serves these consents; those that are withdrawn or given are answered as asked. */
export function serveConsents(consents: readonly Consent[] = [], counts: Partial<ConsentCounts> = {}): void {
  let [stored, societies, outdated] = [[...consents], counts.societies ?? [], counts.outdated ?? []];
  onCall(getConsents, () => yes(getConsents, stored, { next: null, counts: { outdated, societies } }));
  for (const call of [giveConsent, withdrawConsent])
    onCall(call, ({ body: { subject, society_id = null } }) => {
      const on = call === giveConsent;
      societies = societies.map((each) => (each.ID === society_id ? { ...each, Is_Named: on } : each));
      outdated = outdated.filter((each) => each !== subject);
      stored = stored.map((each) =>
        each.Subject === subject && each.Society_ID === society_id && !on
          ? { ...each, Is_In_Force: false, Withdrawn_At: '2026-04-02T09:30:00.000Z' }
          : each,
      );
      return yes(call, { subject, society_id, Is_Given: on });
    });
}
