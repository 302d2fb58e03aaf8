import { expect, it } from 'vitest';
import { arrange, isSmall } from '#models/contract/recommendation-order';
import { Cards } from '#models/db/cards';
import { Events } from '#models/db/events';
import { Memberships } from '#models/db/memberships';
import { loadSocieties, Societies, type SocietyDoc } from '#models/db/societies';
import { Users } from '#models/db/users';
import { setUpTestBus } from '#models/testing/bus';
import { eventFields, membershipFields, societyFields, userFields } from '#models/testing/fields';
import { refreshRecommendations } from './recommendations.js';

const people = 1000;
const categories = ['Science', 'Gaming', 'Social', 'Sports', 'Technology'];
const longAgo = new Date(Date.now() - 400 * 86_400_000);

setUpTestBus();

const batch = 500;

async function insert(model: { collection: { insertMany(docs: never[]): Promise<unknown> } }, docs: readonly object[]): Promise<void> {
  for (let n = 0; n < docs.length; n += batch) await model.collection.insertMany(docs.slice(n, n + batch) as never[]);
}

/** Large societies that everybody is in, small ones that few are in, an event of each. */
async function buildWorld(): Promise<string[]> {
  const users = Array.from({ length: people }, () => userFields());
  const societies = Array.from({ length: 80 }, (_each, n): SocietyDoc => {
    const members = n % 2 === 0 ? 300 + n : 5 + (n % 40);
    return societyFields({ category: categories[n % categories.length]!, members, createdAt: longAgo });
  });
  const memberships = users.flatMap((user, n) =>
    [n % 40, (n * 7) % 40, (n * 13) % 40]
      .filter((at, i, all) => all.indexOf(at) === i)
      .map((at) => membershipFields(user.name, { society: societies[2 * at]!._id, user: user._id })),
  );
  const events = societies.map((society, n) =>
    eventFields({ society: society._id, creator: society.creator, open: true, startsAt: new Date(Date.now() + (n + 1) * 3600_000) }),
  );
  await insert(Users, users);
  await insert(Societies, societies);
  await insert(Memberships, memberships);
  await insert(Events, events);
  return users.map(({ _id }) => String(_id));
}

it('of the cards of 1,000 people at least a fifth of the places are small societies’', async () => {
  const users = await buildWorld();
  const queue = [...users];
  const worker = async (): Promise<void> => {
    for (let user = queue.pop(); user !== undefined; user = queue.pop()) await refreshRecommendations(user);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  const cards = await Cards.find({ _id: { $in: users.map((user) => `recommendations:${user}`) } }).lean();
  expect(cards.length).toBe(people);
  const events = new Map((await Events.find().lean()).map((event) => [String(event._id), event.society]));
  const societyOf = (item: { id: unknown; kind: string }): string => String(item.kind === 'event' ? events.get(String(item.id)) : item.id);
  const societies = await loadSocieties((await Societies.find().lean()).map(({ _id }) => _id));
  const now = Date.now();
  for (const limit of [3, 20]) {
    let [places, ofSmall] = [0, 0];
    for (const { items } of cards) {
      const shown = arrange(
        items.map((item) => ({
          id: String(item.id),
          type: item.kind === 'event' ? ('event' as const) : ('society' as const),
          society_id: societyOf(item),
          score: item.score,
          small: isSmall(societies.get(societyOf(item))!, now),
        })),
        limit,
      );
      places += shown.length;
      ofSmall += shown.filter(({ small }) => small).length;
    }
    expect(places).toBeGreaterThan(people * 2);
    expect(ofSmall / places).toBeGreaterThanOrEqual(0.2);
  }
}, 500_000);
