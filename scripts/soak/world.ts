import { Memberships } from '#models/db/memberships';
import { toId } from '#models/db/model';
import { Societies } from '#models/db/societies';
import { buildComment, buildEvent, buildPost, buildSociety } from '#models/testing/builders';
import { type BulkPerson, buildPeople } from '#models/testing/bulk';
import type { View } from '#models/testing/client-model';
import type { Random } from '#models/testing/demo/random';
import { membershipFields } from '#models/testing/fields';
import { SimulatedUser } from '#models/testing/simulated-user';

/** Fixture of the soak, with everything that its people add. */
export interface SoakWorld {
  societies: { id: string; admin: string; isPrivate: boolean }[];
  people: SimulatedUser[];
  /** Comments with their authors, including those written during the run. */
  comments: { id: string; post: string; author: string }[];
  /** Posts made meanwhile: the first ones stay, so that every screen has something in view. */
  posts: { id: string; society: string; author: string }[];
  events: string[];
  random: Random;
}

const societies = 8;
const postsEach = 4;
const inView = 6;

/** Two private ones; of the others every second lets everybody in. */
async function buildSocieties(people: readonly BulkPerson[], random: Random): Promise<SoakWorld['societies']> {
  const made: SoakWorld['societies'] = [];
  for (let n = 0; n < societies; n++) {
    const admin = people[n % people.length] as BulkPerson;
    const adminId = toId(admin.id);
    const isPrivate = n < 2;
    const privacy = { visibility: isPrivate ? ('private' as const) : ('public' as const), joinApproval: n % 2 === 1 };
    const society = await buildSociety({ admin: { _id: adminId }, privacy });
    const members = people.filter((each) => each !== admin && random.chance(0.2));
    const link = ({ id: user, name }: BulkPerson) => membershipFields(name, { society: society._id, user: toId(user) });
    if (members.length > 0) await Memberships.collection.insertMany(members.map(link) as never);
    await Societies.updateOne({ _id: society._id }, { $inc: { members: members.length, rev: 1 } });
    made.push({ id: String(society._id), admin: admin.id, isPrivate });
  }
  return made;
}

/** Builds it, straight into the database. Nobody has opened a screen yet. */
export async function buildWorld(url: string, count: number, random: Random): Promise<SoakWorld> {
  const people = await buildPeople(count);
  const made = await buildSocieties(people, random);
  const posts: string[] = [];
  const events: string[] = [];
  for (const society of made) {
    const doc = await Societies.findById(society.id).orFail().lean();
    for (let n = 0; n < postsEach; n++) {
      const post = await buildPost({ society: doc, author: doc.creator });
      await buildComment({ post, author: doc.creator });
      posts.push(String(post._id));
    }
    if (!society.isPrivate) events.push(String((await buildEvent({ society: doc, seats: events.length % 2 === 0 ? 20 : null }))._id));
  }
  const viewOf = (): View => {
    const cards = random.shuffle(posts).slice(0, inView);
    return { posts: cards, opened: cards.slice(0, 1), events: [random.pick(events)] };
  };
  const personOf = ({ id, token }: BulkPerson) => new SimulatedUser({ url, user: id, token, view: viewOf() });
  return { societies: made, people: people.map(personOf), comments: [], posts: [], events, random };
}
