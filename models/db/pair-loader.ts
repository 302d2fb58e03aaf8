import { Loader } from './loader.js';
import { type Id, toId } from './model.js';

/** Maximum pairs of a person and a thing in a query: an index looks up each of them. */
const maxPairs = 2000;

interface Pairs {
  users: Set<string>;
  things: Set<string>;
}

/** A query for all pairs of these people and these things. */
interface PairQuery {
  users: Id[];
  things: Id[];
}

/** Looks up what a person has, by thing; also of other pairs that were read by the same query. */
type PairLookup<T> = (user: string) => ReadonlyMap<string, T> | undefined;

const keyOf = (users: readonly string[], things: readonly string[]): string => `${users.join()}/${things.join()}`;

function parseKey(key: string): { users: string[]; things: string[] } {
  const [users = '', things = ''] = key.split('/');
  return { users: users.split(','), things: things.split(',') };
}

/** Number of elements of a set and a list together. */
const sizeWith = (set: ReadonlySet<string>, more: readonly string[]): number =>
  set.size + more.reduce((count, each) => (set.has(each) ? count : count + 1), 0);

/** Joins reads into few queries: most people who read at once read about the same things. */
function joinReads(keys: readonly string[]): Pairs[] {
  const joined: Pairs[] = [];
  for (const { users, things } of keys.map(parseKey)) {
    const found = joined.find((pairs) => sizeWith(pairs.users, users) * sizeWith(pairs.things, things) <= maxPairs);
    if (!found) joined.push({ users: new Set(users), things: new Set(things) });
    else {
      for (const user of users) found.users.add(user);
      for (const thing of things) found.things.add(thing);
    }
  }
  return joined;
}

/**
 * Loads what people have with things, such as their likes of posts, as of now. Those who ask in one moment share a query. One
 * person's things are one key, so that a page is one read, not one for each item.
 *
 * @param read reads the documents of all these people with all these things
 * @param partsOf the thing that a document is about, and what is looked up
 */
export function pairLoader<Doc extends { user: Id }, T extends object>(
  read: (query: PairQuery) => Promise<Doc[]>,
  partsOf: (doc: Doc) => { thing: Id; value: T },
): (users: readonly string[], things: readonly string[]) => Promise<PairLookup<T>> {
  const readPairs = ({ users, things }: Pairs): Promise<Doc[]> =>
    read({ users: Array.from(users, toId), things: Array.from(things, toId) });
  const loader = new Loader<PairLookup<T>>(async (keys) => {
    const byUser = new Map<string, Map<string, T>>();
    for (const doc of (await Promise.all(joinReads(keys).map(readPairs))).flat()) {
      const [user, { thing, value }] = [String(doc.user), partsOf(doc)];
      const own = byUser.get(user) ?? new Map<string, T>();
      byUser.set(user, own.set(String(thing), value));
    }
    const lookUp: PairLookup<T> = (user) => byUser.get(user);
    return new Map(keys.map((key) => [key, lookUp]));
  });
  const nothing: PairLookup<T> = () => undefined;
  return async (users, things) => (things.length === 0 ? nothing : ((await loader.fresh(keyOf(users, things))) ?? nothing));
}
