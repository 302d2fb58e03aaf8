import type { FastifyInstance } from 'fastify';
import { adopt } from '#gateway/plugins/adopt-image';
import type { Action, EarlyWork } from '#gateway/plugins/calls';
import { bytesOfDataUrl, encodeImage } from '#gateway/plugins/images';
import { hashPassword } from '#gateway/plugins/passwords';
import { liveMessage } from '#models/bus/live-stream';
import { enqueueMailInBackground, recordMail } from '#models/bus/mails';
import { publish, publishWithRetry } from '#models/bus/publish';
import { onAddressVerified } from '#models/commands/address-verified';
import { type logout as logoutCall, sessionEnded } from '#models/contract/auth';
import type { ParsedOf } from '#models/contract/define';
import { fieldTexts } from '#models/contract/errors';
import { Failure, fail } from '#models/contract/failure';
import { image } from '#models/contract/parts';
import { roomOf } from '#models/contract/rooms';
import type { register as registerCall } from '#models/contract/sign-up';
import { largestPhoto } from '#models/contract/uploads';
import { noteAudit } from '#models/db/audit-draft';
import { storeConsent } from '#models/db/consents';
import { isEmailTaken } from '#models/db/former-emails';
import { isDuplicate } from '#models/db/locks';
import { type Id, newId } from '#models/db/model';
import { Sessions } from '#models/db/sessions';
import { foldEmail, grams } from '#models/db/text';
import { type DbSession, transaction } from '#models/db/transaction';
import { type NewUpload, newUpload, saveUpload, uploadToWire } from '#models/db/uploads';
import { Users } from '#models/db/users';
import { makeSignIn, type SignInOptions } from './sign-in.actions.js';

interface AuthOptions extends SignInOptions {
  emailVerification: boolean;
}

const photoBox = 512;

/**
 * Reads the photo of a sign-up, from an address or a `data:` URL. With anything else, or an unreadable photo, the account shows
 * the drawn avatar.
 */
async function readPhoto(app: FastifyInstance, photo: string): Promise<string | NewUpload> {
  if (image.safeParse(photo).success) {
    const adopted = await adopt(app, photo, photoBox);
    if (typeof adopted === 'string') return '';
    return 'path' in adopted ? adopted.path : adopted;
  }
  const bytes = bytesOfDataUrl(photo);
  if (bytes && bytes.length > largestPhoto) fail('validation_failed', { photo: fieldTexts.too_long });
  const encoded = bytes ? await encodeImage(bytes, photoBox) : '';
  return typeof encoded === 'string' ? '' : newUpload(encoded);
}

function checkDomain(emailFolded: string, domains: readonly string[]): void {
  if (domains.length > 0 && !domains.includes(emailFolded.split('@')[1] ?? ''))
    fail('validation_failed', { email: fieldTexts.email_domain });
}

/** Reads the photo after the e-mail domain was checked and the sign-up was counted. */
export const readPhotoOf =
  (app: FastifyInstance): EarlyWork<typeof registerCall, string | NewUpload> =>
  async ({ email, photo }, { client }) => {
    checkDomain(foldEmail(email), app.settings.emailDomains);
    await app.rateLimits.spend('signUp', client.address);
    return readPhoto(app, photo);
  };

/**
 * Starts what follows a sign-up: the verification mail, or without verification the pending invitations. Returns a function that
 * publishes after the commit.
 */
async function afterSignUp(session: DbSession, user: Id, emailVerification: boolean): Promise<() => void> {
  if (emailVerification) {
    const mail = await recordMail({ kind: 'verify_email', user }, session);
    return () => enqueueMailInBackground(mail);
  }
  const records = await onAddressVerified(session, user);
  return () => {
    for (const record of records) publish(record);
  };
}

/** Stores what the person agreed to as they signed up. */
async function storeConsents(session: DbSession, user: Id, consents: ParsedOf<typeof registerCall>['consents']): Promise<void> {
  for (const subject of ['terms', 'privacy'] as const)
    if (consents) await storeConsent(session, { user, subject, society: null }, consents[subject]);
}

/** Makes the action of signing up. */
function makeRegister({ emailVerification, passwords, limits }: AuthOptions): Action<typeof registerCall, string | NewUpload> {
  return async (input, { client }, early) => {
    if (!passwords) fail('passwords_off');
    const emailFolded = foldEmail(input.email);
    const photo = early();
    if (emailVerification) await limits.spend('mailTo', `verify_email ${emailFolded}`);
    const wasNotTaken = await limits.spend('takenSignUp', client.address);
    const [_id, now] = [newId(), new Date()];
    const user = {
      _id,
      name: input.name,
      nameGrams: grams(input.name),
      email: input.email,
      emailFolded,
      studentId: input.student_id,
      passwordHash: await hashPassword(input.password),
      image: typeof photo === 'string' ? photo : uploadToWire(photo).Image,
      verifiedAt: emailVerification ? null : now,
      createdAt: now,
    };
    try {
      const publishSignUp = await transaction(async (session) => {
        if (await isEmailTaken(session, input.email)) return fail('registration_conflict');
        noteAudit({ actor: _id });
        await Users.create([user], { session });
        if (typeof photo !== 'string') await saveUpload(_id, photo, session);
        await storeConsents(session, _id, input.consents);
        return afterSignUp(session, _id, emailVerification);
      });
      publishSignUp();
    } catch (error) {
      if (isDuplicate(error)) fail('registration_conflict');
      const isTaken = error instanceof Failure && error.code === 'registration_conflict';
      if (!isTaken) await wasNotTaken();
      throw error;
    }
    await wasNotTaken();
    return { data: { ID: String(_id), Verified: !emailVerification } };
  };
}

/** Makes the actions of signing up, in and out. */
export function makeAuthActions(options: AuthOptions) {
  const logout: Action<typeof logoutCall> = async (_input, ctx) => {
    await Sessions.deleteOne({ _id: ctx.session ?? '' });
    publishWithRetry(liveMessage(sessionEnded, [roomOf('user', ctx.me.id)], { reason: 'signed_out', session_ids: [ctx.session ?? ''] }));
    return { data: {} };
  };

  const [login, restoreAccount] = [makeSignIn(options, { restores: false }), makeSignIn(options, { restores: true })];
  return { register: makeRegister(options), login, restoreAccount, logout };
}
