import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { Model } from 'mongoose';
import { models } from '#models/db/model';
import { seedMark, writeSeedMark } from '#models/db/seed-mark';
import '#models/db/all';
import { Sessions } from '#models/db/sessions';
import { Users } from '#models/db/users';
import { askedKey, closedKey, hiddenKey, sharedKey } from './demo/clubs.js';
import { type Community, makeCommunity } from './demo/community.js';
import { contextOf, type DemoOptions, demoSeed } from './demo/context.js';
import { idsOf } from './demo/ids.js';
import { accounts, makePeople } from './demo/people.js';
import { societyTexts } from './demo/texts/societies.js';

/** All demo accounts have it. */
export const demoPassword = 'demo-nadi-2026';

const account = ({ email, name }: { email: string; name: string }) => ({ email, name });
/** Who can sign in to try Nadi; everybody else of the community can too. */
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
 * `asked`: run by the society admin, asks before one joins, and the member never did. `shared`: both are in it. Neither is
 * in the last two: `closed` shows its header alone to outsiders, `hidden` nothing.
 */
export const demoSocieties = {
  asked: society(askedKey),
  shared: society(sharedKey),
  closed: society(closedKey),
  hidden: society(hiddenKey),
};

/** The e-mail addresses of so many students, who sign in with the same password: the seed alone decides them. */
export const demoStudents = (count: number): string[] =>
  makePeople(contextOf({}, ''))
    .slice(Object.keys(accounts).length, Object.keys(accounts).length + count)
    .map(({ doc }) => doc.email);

/**
 * The password of the demo accounts: the one that stands in the source, or null where it was replaced before. `isReachable`: it is
 * replaced now by a random one, and whoever signed in with it is signed out.
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
/** Batches on their way at once: the next is written out while the store takes in the one before. */
const abreast = 3;

/**
 * Loads the demo community. Mongoose is connected and the indexes are made. A load that was cut short is begun anew; one
 * that is done is left alone.
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
  await writeSeedMark('loaded');
}

function modelOf(collection: string): Model<unknown> {
  const model = models.get(collection);
  if (!model) throw new Error(`There is no collection ${collection}`);
  return model;
}

async function emptyAll(community: Community): Promise<void> {
  for (const collection of Object.keys(community)) await modelOf(collection).collection.deleteMany({});
}

/** Straight through the driver: the documents are whole and of plain values. */
async function insertAll(model: Model<unknown>, documents: readonly object[]): Promise<void> {
  const batches = Array.from({ length: Math.ceil(documents.length / batch) }, (_, i) => documents.slice(i * batch, (i + 1) * batch));
  const insertRest = async (): Promise<void> => {
    for (let next = batches.shift(); next; next = batches.shift()) await model.collection.insertMany(next as never, { ordered: false });
  };
  await Promise.all(Array.from({ length: abreast }, insertRest));
}
