import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import privacyAr from '#texts/ar/privacy.json' with { type: 'json' };
import sensitiveAr from '#texts/ar/sensitive.json' with { type: 'json' };
import termsAr from '#texts/ar/terms.json' with { type: 'json' };
import privacyEn from '#texts/en/privacy.json' with { type: 'json' };
import sensitiveEn from '#texts/en/sensitive.json' with { type: 'json' };
import termsEn from '#texts/en/terms.json' with { type: 'json' };
import { type ConsentSubject, consentVersions } from './consents.js';

/** The texts that people agree to, in both languages. */
const texts: Record<ConsentSubject, unknown> = {
  terms: [termsEn.section, termsAr.section],
  privacy: [privacyEn.section, privacyAr.section],
  'sensitive-membership': [sensitiveEn.consent, sensitiveAr.consent],
};

/** First digits of the hash of each subject's text in its present version. */
const hashes: Record<ConsentSubject, string> = { terms: '044d439d6e0d', privacy: 'baaa7c214fd1', 'sensitive-membership': 'c7b947dd3463' };

// If this fails, what people agree to has changed: note the new hash, and raise the subject's version if the old text was in a
// release, so that they are asked again.
it.each(Object.keys(texts) as ConsentSubject[])('the text of %s is that of its version', (subject) => {
  const hash = createHash('sha256').update(JSON.stringify(texts[subject])).digest('hex').slice(0, 12);
  expect([consentVersions[subject], hash]).toEqual([1, hashes[subject]]);
});
