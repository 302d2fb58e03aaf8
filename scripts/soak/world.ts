import { hash } from '@node-rs/argon2';
import type { Visibility } from '#models/contract/societies';
import { Memberships } from '#models/db/memberships';
import { toId } from '#models/db/model';
import { Societies } from '#models/db/societies';
import { Users } from '#models/db/users';
import type { ApiResult } from '#models/testing/api-client';
import { buildComment, buildEvent, buildPost, buildSociety, somePoll } from '#models/testing/builders';
import { type BulkPerson, buildPeople } from '#models/testing/bulk';
import type { ClientPage } from '#models/testing/client-model';
import type { Random } from '#models/testing/demo/random';
import { membershipFields } from '#models/testing/fields';
import { SimulatedUser } from '#models/testing/simulated-user';

export interface SoakSociety {
  id: string;
  name: string;
  admin: SimulatedUser;
  /** Visibility to which it returns. */
  home: Visibility;
  visibility: Visibility;
  isRemoved: boolean;
  posts: readonly string[];
  events: readonly string[];
}

/** Something to undo after a while, so that the world does not run empty. */
interface Undoing {
  at: number;
  /** A person comes back: done before the pages are compared. */
  isReturn: boolean;
  run(): Promise<ApiResult<unknown>[]>;
}

/** Fixture of the soak, with everything that its people add. */
export interface SoakWorld {
  societies: SoakSociety[];
  people: SimulatedUser[];
  /** One of the people. */
  platformAdmin: SimulatedUser;
  emails: ReadonlyMap<string, string>;
  /** Comments with their authors, including those written during the run. */
  comments: { id: string; post: string; author: string }[];
  /** Ids of posts with a poll. */
  polls: ReadonlySet<string>;
  /** Posts made meanwhile: the first ones stay, so that every page has something in view. */
  posts: { id: string; society: string; author: string }[];
  blocks: { from: SimulatedUser; to: string }[];
  follows: { from: SimulatedUser; to: string }[];
  /** Ids of people who are suspended, or about to be. */
  suspended: Set<string>;
  undoings: Undoing[];
  /** Earliest time of the next closing or removal of a society, in ms. */
  nextClosingAt: number;
  random: Random;
}

/** Password of everybody. */
export const password = 'a-password-of-the-soak';

const societies = 8;
const postsEach = 4;
const pollsEach = 2;
const inView = 6;

type BuiltSociety = Omit<SoakSociety, 'admin'> & { adminId: string; polls: readonly string[] };

/** Posts, the first two with a poll, and events of a society, by its creator. */
async function buildContent(id: string, index: number): Promise<Pick<BuiltSociety, 'posts' | 'events' | 'polls'>> {
  const doc = await Societies.findById(id).orFail().lean();
  const posts: string[] = [];
  for (let n = 0; n < postsEach; n++) {
    const post = await buildPost({ society: doc, author: doc.creator, ...(n < pollsEach && { poll: somePoll() }) });
    await buildComment({ post, author: doc.creator });
    posts.push(String(post._id));
  }
  const event = await buildEvent({ society: doc, seats: index % 2 === 0 ? 20 : null });
  return { posts, polls: posts.slice(0, pollsEach), events: [String(event._id)] };
}

/** Two private ones; of the others every second lets everybody in. */
async function buildSocieties(people: readonly BulkPerson[], random: Random): Promise<BuiltSociety[]> {
  const made: BuiltSociety[] = [];
  for (let n = 0; n < societies; n++) {
    const admin = people[n % people.length] as BulkPerson;
    const visibility: Visibility = n < 2 ? 'private' : 'public';
    const society = await buildSociety({ admin: { _id: toId(admin.id) }, privacy: { visibility, joinApproval: n % 2 === 1 } });
    const members = people.filter((each) => each !== admin && random.chance(0.2));
    const link = ({ id: user, name }: BulkPerson) => membershipFields(name, { society: society._id, user: toId(user) });
    if (members.length > 0) await Memberships.collection.insertMany(members.map(link) as never);
    await Societies.updateOne({ _id: society._id }, { $inc: { members: members.length, rev: 1 } });
    const [id, name] = [String(society._id), society.name];
    made.push({ id, name, adminId: admin.id, home: visibility, visibility, isRemoved: false, ...(await buildContent(id, n)) });
  }
  return made;
}

/** Pages by how often somebody has them open; the organisers' pages are also open where the right is missing. */
function pageOf(world: readonly BuiltSociety[], people: readonly BulkPerson[], random: Random): ClientPage {
  const { id, posts, events } = random.pick(world);
  const cards = random.shuffle(world.flatMap((each) => each.posts)).slice(0, inView);
  const person = random.chance(0.5) ? random.pick(world).adminId : random.pick(people).id;
  const pages: [share: number, page: ClientPage][] = [
    [44, { kind: 'home', cards, opened: cards.slice(0, 1) }],
    [8, { kind: 'societies' }],
    [12, { kind: 'society', id, cards: posts }],
    [4, { kind: 'members', id }],
    [12, { kind: 'event', id: random.pick(events) }],
    [10, { kind: 'profile', id: person }],
    [4, { kind: 'account' }],
    [3, { kind: 'attendees', event: random.pick(events) }],
    [3, { kind: 'reports', society: id }],
  ];
  return random.pick(pages.flatMap(([share, page]) => Array.from({ length: share }, () => page)));
}

/** The admin of a society has a page that only organisers see. */
function organisersPage({ id, posts, events }: BuiltSociety, random: Random): ClientPage {
  return random.pick<ClientPage>([
    { kind: 'reports', society: id },
    { kind: 'attendees', event: random.pick(events) },
    { kind: 'members', id },
    { kind: 'society', id, cards: posts },
  ]);
}

/** Gives everybody the password; returns their addresses by id. */
async function setPasswords(): Promise<Map<string, string>> {
  const passwordHash = await hash(password, { memoryCost: 1024, timeCost: 1 });
  await Users.updateMany({}, { $set: { passwordHash } });
  return new Map((await Users.find({}, { email: 1 }).lean()).map(({ _id, email }) => [String(_id), email]));
}

/** Builds it, straight into the database. Nobody has opened a page yet. */
export async function buildWorld(urls: readonly string[], count: number, random: Random): Promise<SoakWorld> {
  const built = await buildPeople(count);
  const made = await buildSocieties(built, random);
  const platformAdminId = built.at(-1)?.id ?? '';
  await Users.updateOne({ _id: platformAdminId }, { $set: { role: 'admin' } });
  const people = built.map(({ id: user, token }) => {
    const own = made.find(({ adminId }) => adminId === user);
    const isPlatformAdmin = user === platformAdminId;
    const page: ClientPage = isPlatformAdmin ? { kind: 'admin-reports' } : own ? organisersPage(own, random) : pageOf(made, built, random);
    return new SimulatedUser({ urls, user, token, pages: [page], isPlatformAdmin });
  });
  const personOf = (id: string) => people.find(({ options }) => options.user === id) as SimulatedUser;
  return {
    societies: made.map(({ adminId, polls: _polls, ...society }) => ({ ...society, admin: personOf(adminId) })),
    people,
    platformAdmin: personOf(platformAdminId),
    emails: await setPasswords(),
    comments: [],
    posts: [],
    polls: new Set(made.flatMap(({ polls }) => polls)),
    blocks: [],
    follows: [],
    suspended: new Set(),
    undoings: [],
    nextClosingAt: 0,
    random,
  };
}
