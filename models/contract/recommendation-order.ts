/**
 * The published formula of recommendations (docs/recommendations.md): points for each reason, and the order by the points. The
 * worker, the answer and the explanation in the app use it alike.
 */

/** Reasons to recommend something, in the order in which the formula names them. */
export const reasonCodes = [
  'follows_members',
  'shared_members',
  'follows_go',
  'own_society',
  'same_category',
  'popular',
  'new',
  'soon',
] as const;
export type ReasonCode = (typeof reasonCodes)[number];

export const weights: Record<ReasonCode, number> = {
  follows_members: 3,
  shared_members: 1,
  follows_go: 3,
  own_society: 2.5,
  same_category: 1.5,
  popular: 0.25,
  new: 0.5,
  soon: 1,
};

const one = (): number => 1;
const people = (count: number): number => Math.log2(1 + count);

/** Points of a reason's input: a number of people, of members, of days until the event; none for a reason that is there or not. */
const counted: Record<ReasonCode, (input: number) => number> = {
  follows_members: people,
  shared_members: people,
  follows_go: people,
  own_society: one,
  same_category: one,
  popular: (members) => Math.log10(1 + members),
  new: one,
  soon: (days) => 1 / (1 + Math.max(0, days)),
};

/** Points of a reason. */
export const pointsOf = (code: ReasonCode, input: number): number => weights[code] * counted[code](input);

/** A society with fewer members than this is small, */
export const smallBelow = 50;
/** and so is one that is younger than this. */
export const youngDays = 60;

export const isSmall = (society: { members: number; createdAt: Date }, now: number): boolean =>
  society.members < smallBelow || isYoung(society, now);

export const isYoung = ({ createdAt }: { createdAt: Date }, now: number): boolean => now - createdAt.getTime() < youngDays * 86_400_000;

/** Of each five places the second is for a small society. */
const placesPerShare = 5;
const sharedPlace = 2;
/** Of each three places two are for societies and the third is for an event. */
const placesPerEvent = 3;
export const maxPerSociety = 2;

/** Fields that decide the order. */
export interface Rankable {
  id: string;
  type: 'society' | 'event';
  /** The society itself, or the one that plans the event. */
  society_id: string;
  score: number;
  /** Whether the society is small or young. */
  small: boolean;
}

/** An item at its place; `reserved` if the place is one of those for small societies. */
export type Placed<T> = T & { reserved: boolean };

/** The higher score first; of two the newer (the greater id). */
const byScore = (a: Rankable, b: Rankable): number => b.score - a.score || (a.id < b.id ? 1 : -1);

/** Items by the published rules: by score, two societies and one event in turn, places for small societies, two of one society. */
export function arrange<T extends Rankable>(items: readonly T[], limit: number): Placed<T>[] {
  const left = items.toSorted(byScore);
  const placed: Placed<T>[] = [];
  const perSociety = new Map<string, number>();
  const take = (fits: (item: T) => boolean): T | undefined => {
    const at = left.findIndex((item) => (perSociety.get(item.society_id) ?? 0) < maxPerSociety && fits(item));
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  while (placed.length < limit) {
    const place = placed.length + 1;
    const type = place % placesPerEvent === 0 ? 'event' : 'society';
    const small =
      place % placesPerShare === sharedPlace ? (take((item) => item.small && item.type === type) ?? take((item) => item.small)) : undefined;
    const item = small ?? take((each) => each.type === type) ?? take(() => true);
    if (!item) break;
    perSociety.set(item.society_id, (perSociety.get(item.society_id) ?? 0) + 1);
    placed.push({ ...item, reserved: small !== undefined });
  }
  return placed;
}
