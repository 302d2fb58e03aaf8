import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { adopt } from '#gateway/plugins/adopt-image';
import { browserCookie, newBrowser } from '#gateway/plugins/browser-cookie';
import type { Action, EarlyWork } from '#gateway/plugins/calls';
import { hashToken } from '#gateway/plugins/context';
import { bytesOfDataUrl, encodeImage } from '#gateway/plugins/images';
import { hashPassword, isPassword } from '#gateway/plugins/passwords';
import type { RateLimits } from '#gateway/plugins/rate-limit';
import { accountRestoredMessage, enqueueRestoration } from '#models/bus/account-deletion';
import { liveMessage } from '#models/bus/live-stream';
import { enqueueMailInBackground, recordMail } from '#models/bus/mails';
import { publish, publishWithRetry } from '#models/bus/publish';
import { restoreFromGrace } from '#models/commands/account-grace';
import { onAddressVerified } from '#models/commands/address-verified';
import { type login as loginCall, type logout as logoutCall, sessionEnded } from '#models/contract/auth';
import { fieldTexts } from '#models/contract/errors';
import { Failure, fail } from '#models/contract/failure';
import { image } from '#models/contract/parts';
import { roomOf } from '#models/contract/rooms';
import type { register as registerCall } from '#models/contract/sign-up';
import { largestPhoto } from '#models/contract/uploads';
import { noteAudit } from '#models/db/audit-draft';
import { isEmailTaken } from '#models/db/former-emails';
import { isDuplicate } from '#models/db/locks';
import { type Id, newId } from '#models/db/model';
import { Sessions } from '#models/db/sessions';
import { foldEmail, grams } from '#models/db/text';
import { type DbSession, transaction } from '#models/db/transaction';
import { type NewUpload, newUpload, saveUpload, uploadToWire } from '#models/db/uploads';
import { type UserDoc, Users } from '#models/db/users';
import { writeBarrier } from '#models/db/write-barrier';

interface AuthOptions {
  emailVerification: boolean;
  /** Whether accounts use passwords; platform admins always may, so that somebody can get in while the provider is away. */
  passwords: boolean;
  limits: RateLimits;
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

type FoundOwner = Pick<UserDoc, '_id' | 'passwordHash' | 'suspendedAt' | 'deletedAt' | 'role'> & {
  grace?: { until: Date; account: Pick<UserDoc, 'role'> };
};

/** Account with this e-mail address and password, also one that was deleted and can be restored; null where either is wrong. */
async function ownerOf(emailFolded: string, password: string) {
  const fields = { passwordHash: 1, suspendedAt: 1, deletedAt: 1, role: 1, 'grace.until': 1, 'grace.account.role': 1 } as const;
  const user = await Users.findOne({ emailFolded }, fields).lean<FoundOwner>();
  if (user) noteAudit({ subject: { kind: 'user', id: String(user._id) } });
  const isRight = await isPassword(user?.passwordHash, password);
  const isRestorable = user?.grace !== undefined && user.grace.until > new Date();
  if (!user || !isRight || (user.deletedAt && !isRestorable)) return null;
  return { ...user, role: user.grace?.account.role ?? user.role, isRestorable };
}

type Owner = NonNullable<Awaited<ReturnType<typeof ownerOf>>>;

/** Takes the deletion of an account back. Returns its state, as a sign-in looks at it. */
async function restore({ _id, passwordHash }: Owner): Promise<Pick<UserDoc, '_id' | 'passwordHash' | 'suspendedAt'>> {
  const restored = await transaction((session) => restoreFromGrace(session, _id));
  if (restored) {
    publishWithRetry(accountRestoredMessage(_id, restored.version));
    if (restored.returning) enqueueRestoration(_id, restored.returning.since);
    return restored;
  }
  // Restored by another call at once, or erased since.
  return (await Users.findOne({ _id, passwordHash, deletedAt: null }).lean()) ?? fail('wrong_credentials');
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
  const { limits, passwords } = options;
  const makeSignIn =
    ({ restores }: { restores: boolean }): Action<typeof loginCall> =>
    async (input, ctx) => {
      const emailFolded = foldEmail(input.email);
      const owner = await limits.passwords.signIn(emailFolded, ctx.client, () => ownerOf(emailFolded, input.password));
      if (!owner) return fail('wrong_credentials');
      if (owner.suspendedAt) return fail('suspended');
      if (!passwords && owner.role !== 'admin') return fail('passwords_off');
      if (owner.isRestorable && !restores) return fail('deletion_pending');
      await limits.spend('signIn', emailFolded);
      noteAudit({ actor: owner._id, staff: owner.role === 'admin', subject: null });
      const user = owner.isRestorable ? await restore(owner) : owner;
      if (user.suspendedAt) return fail('suspended');
      const token = randomBytes(32).toString('base64url');
      const now = new Date();
      const session = hashToken(token);
      await writeBarrier.wait?.(null);
      await Sessions.create({ _id: session, user: user._id, device: ctx.device, createdAt: now, lastSeenAt: now });
      // A new password or a suspension ends every session: also this one, if it came in between.
      const standing = await Users.findOne({ _id: user._id, passwordHash: user.passwordHash, deletedAt: null }, { suspendedAt: 1 }).lean();
      if (!standing || standing.suspendedAt) {
        await Sessions.deleteOne({ _id: session });
        return fail(standing ? 'suspended' : 'wrong_credentials');
      }
      const browser = ctx.client.browser ?? newBrowser();
      await limits.passwords.remember(emailFolded, { ...ctx.client, browser });
      return { data: token, cookie: browserCookie(browser) };
    };

  const logout: Action<typeof logoutCall> = async (_input, ctx) => {
    await Sessions.deleteOne({ _id: ctx.session ?? '' });
    publishWithRetry(liveMessage(sessionEnded, [roomOf('user', ctx.me.id)], { reason: 'signed_out', session_ids: [ctx.session ?? ''] }));
    return { data: {} };
  };

  const [login, restoreAccount] = [makeSignIn({ restores: false }), makeSignIn({ restores: true })];
  return { register: makeRegister(options), login, restoreAccount, logout };
}
