import * as z from 'zod/mini';
import { call } from './define.js';
import { fieldTexts } from './field-texts.js';
import { id, nothing, nullable, time } from './parts.js';

const feature = 'privacy';

/**
 * Subjects of consents. `sensitive-membership`: people outside a Religious, Political or Health society may see that the person
 * takes part in it; one consent for each society.
 */
export const consentSubject = z.enum(['terms', 'privacy', 'sensitive-membership'], fieldTexts.unknown_choice);
export type ConsentSubject = z.output<typeof consentSubject>;

/** Version of the text that is shown for each subject; a test compares it with a hash of the text. */
export const consentVersions: Record<ConsentSubject, number> = { terms: 1, privacy: 1, 'sensitive-membership': 1 };

const language = z.enum(['en', 'ar'], fieldTexts.unknown_choice);
/** What was agreed to: the version of the text, and its language. */
const version = z.number(fieldTexts.bad_number).check(z.int(fieldTexts.bad_number), z.minimum(1, fieldTexts.bad_number));

/** Consent that goes with another call, such as joining: to the present text of the subject. */
export const consentTo = (subject: ConsentSubject) =>
  z.object({
    version: version.check(z.refine((given) => given === consentVersions[subject], fieldTexts.unknown_choice)),
    language,
  });
export type GivenConsent = z.output<ReturnType<typeof consentTo>>;

/** A consent of the caller. */
const consent = z.object({
  ID: id,
  Subject: consentSubject,
  Society_ID: nullable(id),
  Society_Name: nullable(z.string()),
  Version: z.number(),
  Language: language,
  Given_At: time,
  Withdrawn_At: nullable(time),
  /** Whether it is in force: neither withdrawn nor replaced by one to a newer text. */
  Is_In_Force: z.boolean(),
});
export type Consent = z.output<typeof consent>;

/** A society in which the caller's name depends on their consent. */
const askedSociety = z.object({ ID: id, Name: z.string(), Is_Named: z.boolean() });

export const getConsents = call({
  name: 'getConsents',
  feature,
  method: 'GET',
  path: '/consents/get_consents',
  auth: 'required',
  policy: null,
  rate: 'read',
  status: 200,
  list: true,
  input: nothing,
  data: z.array(consent),
  counts: z.object({
    /** Subjects to ask: those whose text has changed since the caller agreed, and the terms and privacy policy if never asked. */
    outdated: z.array(consentSubject),
    /** The caller's Religious, Political and Health societies. */
    societies: z.array(askedSociety),
  }),
  summary: "The caller's consents, newest first, the subjects to ask again, and the societies in which their name depends on one.",
});

export const giveConsent = call({
  name: 'giveConsent',
  feature,
  method: 'PUT',
  path: '/consents/give',
  auth: 'required',
  policy: 'account.edit',
  rate: 'write',
  status: 200,
  input: z.object({ subject: consentSubject, society_id: z.optional(id), version, language }),
  data: z.object({ subject: consentSubject, society_id: nullable(id), Is_Given: z.boolean() }),
  summary: 'Agree to a text; `society_id` with `sensitive-membership`, of a society of which the caller is a member.',
  errors: ['not_found', 'email_unverified'],
});

export const withdrawConsent = call({
  name: 'withdrawConsent',
  feature,
  method: 'PUT',
  path: '/consents/withdraw',
  auth: 'required',
  policy: 'account.edit',
  rate: 'write',
  status: 200,
  input: z.object({ subject: consentSubject, society_id: z.optional(id) }),
  data: z.object({ subject: consentSubject, society_id: nullable(id), Is_Given: z.boolean() }),
  summary: 'Withdraw a consent; twice is once.',
  errors: ['email_unverified'],
});
