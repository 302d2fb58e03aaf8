import { expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { getRecommendations, type Recommendation } from '#models/contract/recommendations';
import {
  buildAttendance,
  buildEvent,
  buildFollow,
  buildJoinRequest,
  buildMember,
  buildMembership,
  buildSociety,
  buildUser,
} from '#models/testing/builders';
import { refreshRecommendations } from '#workers/cards/recommendations';

const test = setUpTestApp();
const longAgo = new Date(Date.now() - 400 * 86_400_000);
const categories = ['Gaming', 'Science', 'Social'];

/** The formula as docs/recommendations.md has it, written anew. */
function pointsOf({ code, input }: Recommendation['factors'][number]): number {
  if (code === 'follows_members' || code === 'follows_go') return 3 * Math.log2(1 + input);
  if (code === 'shared_members') return Math.log2(1 + input);
  if (code === 'own_society') return 2.5;
  if (code === 'same_category') return 1.5;
  if (code === 'popular') return 0.25 * Math.log10(1 + input);
  return code === 'new' ? 0.5 : 1 / (1 + input);
}

const scoreOf = ({ factors }: Recommendation): number => factors.reduce((sum, factor) => sum + pointsOf(factor), 0);

/** The order as docs/recommendations.md has it, written anew. */
function orderOf(items: readonly Recommendation[]): string[] {
  const left = items.toSorted((a, b) => scoreOf(b) - scoreOf(a) || b.id.localeCompare(a.id));
  const order: Recommendation[] = [];
  while (left.length > 0) {
    const free = left.filter((item) => order.filter(({ society_id }) => society_id === item.society_id).length < 2);
    const place = order.length + 1;
    const turn = free.filter(({ type }) => type === (place % 3 === 0 ? 'event' : 'society'));
    const small = [...turn, ...free].find((item) => item.small);
    const next = (place % 5 === 2 ? small : undefined) ?? turn[0] ?? free[0];
    if (!next) break;
    order.push(next);
    left.splice(left.indexOf(next), 1);
  }
  return order.map(({ id }) => id);
}

it('the order of the recommendations can be recomputed from the published formula and what each item carries', async () => {
  const own = await buildSociety({ category: 'Gaming', createdAt: longAgo, members: 200 });
  const me = await buildMember(own);
  const friends = [await buildUser(), await buildUser(), await buildMember(own)];
  for (const friend of friends) await buildFollow({ from: me, to: friend });
  const societies = [];
  for (let n = 0; n < 14; n++)
    societies.push(
      await buildSociety({
        category: categories[n % 3]!,
        createdAt: n % 4 === 0 ? new Date() : longAgo,
        members: n % 2 === 0 ? 20 : 60 * n,
      }),
    );
  for (const [n, society] of societies.entries()) {
    if (n % 5 === 0) await buildMembership({ society, user: friends[n % 3]! });
    const event = await buildEvent({ society, startsAt: new Date(Date.now() + (n + 1) * 7 * 3600_000) });
    if (n % 6 === 1) await buildAttendance({ event, user: friends[n % 2]! });
    if (n % 4 === 2) await buildEvent({ society });
  }
  await buildEvent({ society: own });
  await refreshRecommendations(String(me._id));
  const token = await test.tokenFor(me);
  const answer = async () => (await test.call(getRecommendations, { limit: 20 }, token)).data;
  const check = (items: readonly Recommendation[]) => {
    for (const item of items) {
      expect(item.score).toBeCloseTo(scoreOf(item), 10);
      for (const factor of item.factors) expect(factor.points).toBeCloseTo(pointsOf(factor), 10);
    }
    expect(orderOf(items.toReversed())).toEqual(items.map(({ id }) => id));
    expect(items.filter(({ small }) => small).length / items.length).toBeGreaterThanOrEqual(0.2);
  };
  const items = await answer();
  expect(items).toHaveLength(20);
  check(items);
  // Also once something on the card no longer applies.
  const first = items.find(({ type }) => type === 'society')!;
  await buildJoinRequest({ society: { _id: societies.find(({ _id }) => String(_id) === first.id)!._id }, user: me });
  const later = await answer();
  expect(later.map(({ id }) => id)).not.toContain(first.id);
  check(later);
});
