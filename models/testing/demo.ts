import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { Model } from 'mongoose';
import { models } from '#models/db/model';
import { seedMark, writeSeedMark } from '#models/db/seed-mark';
import '#models/db/all';
import { Sessions } from '#models/db/sessions';
import { Uploads } from '#models/db/uploads';
import { Users } from '#models/db/users';
import { askedKey, closedKey, hiddenKey, sharedKey } from './demo/clubs.js';
import { type Community, makeCommunity } from './demo/community.js';
import { contextOf, type DemoOptions, demoSeed } from './demo/context.js';
import { idsOf } from './demo/ids.js';
import { accounts, makePeople } from './demo/people.js';
import { drawUploads } from './demo/pictures.js';
import { societyTexts } from './demo/texts/societies.js';

/** Password of all demo accounts. */
export const demoPassword = 'demo-nadi-2026';

const account = ({ email, name }: { email: string; name: string }) => ({ email, name });
/** Accounts for trying Nadi; all other people of the community can sign in too. */
export const demoAccounts = {
  member: account(accounts.member),
  societyAdmin: account(accounts.societyAdmin),
  platformAdmin: account(accounts.platformAdmin),
};

function society(key: string): { id: string; name: string } {
  const index = societyTexts.findIndex((text) => text.key === key);
  return { id: String(idsOf(demoSeed)('society', index)), name: societyTexts[index]?.name ?? '' };
}
/**
 * `asked`: run by the society admin, with join approval; the member is not in it. `shared`: both are members. Neither is in the
 * last two: `closed` shows only its header to outsiders, `hidden` nothing.
 */
export const demoSocieties = {
  asked: society(askedKey),
  shared: society(sharedKey),
  closed: society(closedKey),
  hidden: society(hiddenKey),
};

/** E-mail addresses of students who have the same password; determined by the seed. */
export const demoStudents = (count: number): string[] =>
  makePeople(contextOf({}, ''))
    .slice(Object.keys(accounts).length, Object.keys(accounts).length + count)
    .map(({ doc }) => doc.email);

/**
 * Password of the demo accounts: the one in the source, or null if it was replaced before. With `isReachable` it is replaced by a
 * random one, and sessions created with it are deleted.
 */
export async function demoAccess(isReachable: boolean): Promise<string | null> {
  const emails = [...Object.values(demoAccounts).map(({ email }) => email), ...demoStudents(2)];
  const hashes = await Users.distinct('passwordHash', { email: { $in: emails } });
  const defaultHashes: string[] = [];
  for (const each of hashes) if (await verify(each, demoPassword)) defaultHashes.push(each);
  if (defaultHashes.length === 0) return null;
  if (!isReachable) return demoPassword;
  const password = randomBytes(12).toString('base64url');
  const users = await Users.distinct('_id', { passwordHash: { $in: defaultHashes } });
  await Users.updateMany({ passwordHash: { $in: defaultHashes } }, { $set: { passwordHash: await hash(password) } });
  await Sessions.deleteMany({ user: { $in: users } });
  return password;
}

const batch = 1000;
/** Concurrent batches: the next is encoded while the store inserts the previous one. */
const abreast = 3;

/**
 * Loads the demo community; mongoose must be connected and the indexes created. Restarts an interrupted load; does nothing after a
 * finished one.
 */
export async function loadDemo({ log = () => {}, ...options }: DemoOptions & { log?(line: string): void } = {}): Promise<void> {
  const before = await seedMark();
  if (before === 'loaded' || before === 'kept') return;
  const community = makeCommunity(contextOf(options, await hash(demoPassword)));
  if (before === 'loading') await emptyAll(community);
  await writeSeedMark('loading');
  for (const [collection, documents] of Object.entries(community)) {
    log(`${collection}: ${documents.length}`);
    await insertAll(modelOf(collection), documents);
  }
  const pictures = await drawUploads(community.posts, community.societies);
  log(`uploads: ${pictures.length}`);
  await insertAll(modelOf('uploads'), pictures);
  await writeSeedMark('loaded');
}

function modelOf(collection: string): Model<unknown> {
  const model = models.get(collection);
  if (!model) throw new Error(`There is no collection ${collection}`);
  return model;
}

async function emptyAll(community: Community): Promise<void> {
  for (const collection of Object.keys(community)) await modelOf(collection).collection.deleteMany({});
  await Uploads.deleteMany({});
}

/** Insert through the driver: the documents are complete plain values. */
async function insertAll(model: Model<unknown>, documents: readonly object[]): Promise<void> {
  const batches = Array.from({ length: Math.ceil(documents.length / batch) }, (_, i) => documents.slice(i * batch, (i + 1) * batch));
  const insertRest = async (): Promise<void> => {
    for (let next = batches.shift(); next; next = batches.shift()) await model.collection.insertMany(next as never, { ordered: false });
  };
  await Promise.all(Array.from({ length: abreast }, insertRest));
}
