import { createHash, randomBytes } from 'node:crypto';
import { connect, createIndexes } from '#models/db/connect';
import { Memberships } from '#models/db/memberships';
import { migrate } from '#models/db/migrate';
import { toId } from '#models/db/model';
import { Posts } from '#models/db/posts';
import { Sessions } from '#models/db/sessions';
import { Societies, type SocietyDoc } from '#models/db/societies';
import { Users } from '#models/db/users';
import { membershipFields, postFields, societyFields, userFields } from './fields.js';

/** A signed-in person. */
export interface BulkPerson {
  id: string;
  name: string;
  token: string;
}

export interface Sizes {
  people: number;
  societies: number;
  posts: number;
  /** Members of the first society; each other society has a share of the people. */
  members?: number;
  /** Members of each society; a quarter of the people without it. */
  membersEach?: number;
  /** Number of posts of the last week, all by default; the others are older. */
  active?: number;
}

export interface Bulk {
  people: BulkPerson[];
  societies: string[];
  /** Ids of the newest thousand, newest first. */
  posts: string[];
}

const batchSize = 2000;
const newestCount = 1000;
const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
const text =
  'Our robot has learned to find its way through the corridors of the old building, and on Thursday it will try the stairs. Come and see it, or come and help: we need people who can solder, and people who can laugh. ';

type Insertable = { collection: { insertMany(docs: never[], options: { ordered: boolean }): Promise<unknown> } };

async function insert<T>(model: Insertable, count: number, make: (n: number) => T, log: (line: string) => void): Promise<void> {
  for (let n = 0; n < count; n += batchSize) {
    const docs = Array.from({ length: Math.min(batchSize, count - n) }, (_each, i) => make(n + i));
    await model.collection.insertMany(docs as never[], { ordered: false });
    if (n > 0 && n % 50_000 === 0) log(`${n} of ${count} documents`);
  }
}

/** Inserts people, each with a session. */
export async function buildPeople(count: number, log: (line: string) => void = () => {}): Promise<BulkPerson[]> {
  const people: BulkPerson[] = [];
  const now = new Date();
  const userOf = (): object => {
    const user = userFields();
    people.push({ id: String(user._id), name: user.name, token: randomBytes(32).toString('base64url') });
    return user;
  };
  await insert(Users as never, count, userOf, log);
  const sessionOf = (n: number): object => {
    const { id, token } = people[n] as BulkPerson;
    const user = toId(id);
    return { _id: createHash('sha256').update(token).digest('hex'), user, device: 'bulk', createdAt: now, lastSeenAt: now };
  };
  await insert(Sessions as never, count, sessionOf, log);
  return people;
}

async function buildSocieties(sizes: Sizes, people: readonly BulkPerson[], log: (line: string) => void): Promise<SocietyDoc[]> {
  const made: SocietyDoc[] = [];
  for (let n = 0; n < sizes.societies; n++) {
    const each = Math.min(sizes.membersEach ?? Math.ceil(people.length / 4), people.length);
    const members = n === 0 && sizes.members ? sizes.members : each;
    // With few members, one after the other: everybody is in as many societies.
    const step = sizes.membersEach ?? 7;
    const at = (i: number) => people[(n * step + i) % people.length] as BulkPerson;
    const idOf = (i: number) => toId(at(i).id);
    const society = societyFields({ name: `Society ${n}`, creator: idOf(0), members, posts: Math.ceil(sizes.posts / sizes.societies) });
    made.push(society);
    const link = (i: number) => membershipFields(at(i).name, { society: society._id, user: idOf(i), role: i === 0 ? 'admin' : 'member' });
    await insert(Memberships as never, members, link, log);
  }
  await insert(Societies as never, made.length, (n) => made[n], log);
  return made;
}

async function buildPosts(
  sizes: Sizes,
  people: readonly BulkPerson[],
  societies: readonly SocietyDoc[],
  log: (line: string) => void,
): Promise<string[]> {
  const now = Date.now();
  const active = sizes.active ?? sizes.posts;
  const newest: string[] = [];
  const ageOf = (n: number): number =>
    n < active ? (n / active) * weekMs * 0.9 : weekMs + ((n - active) / Math.max(1, sizes.posts - active)) * 300 * dayMs;
  const postOf = (n: number): object => {
    const society = societies[n % societies.length] as SocietyDoc;
    const author = toId((people[(n * 13) % people.length] as BulkPerson).id);
    const createdAt = new Date(now - ageOf(n));
    const likes = n < active ? n % 17 : 0;
    const post = postFields({ society: society._id, author, open: true, content: `${n}: ${text}`, createdAt, likes });
    if (n < newestCount) newest.push(String(post._id));
    return post;
  };
  await insert(Posts as never, sizes.posts, postOf, log);
  return newest;
}

/** Inserts a community of these sizes. The process stays connected to this database until `disconnect`. */
export async function buildBulk(mongoUri: string, sizes: Sizes, log: (line: string) => void): Promise<Bulk> {
  await connect(mongoUri);
  await createIndexes();
  // While it is empty: a program that starts on a million documents would migrate these for longer than it may take to start.
  await migrate({ timeZone: 'UTC' });
  log(`building ${sizes.posts} posts, ${sizes.people} people`);
  const people = await buildPeople(sizes.people, log);
  const societies = await buildSocieties(sizes, people, log);
  const posts = await buildPosts(sizes, people, societies, log);
  return { people, societies: societies.map(({ _id }) => String(_id)), posts };
}
