import { visibility } from '#models/contract/societies';
import { Activities } from './activities.js';
import { type FeedbackSum, noFeedback, sumFeedback } from './event-feedback.loaders.js';
import { type EventDoc, Events } from './events.js';
import { addDays, instantOf } from './local-time.js';
import { Memberships, roleKey } from './memberships.js';
import type { Id } from './model.js';
import { Posts } from './posts.js';
import { Societies } from './societies.js';
import { countTurnout, noTurnout, sumOfTurnout, type Turnout } from './turnout.js';
import { Users } from './users.js';

/**
 * Figures of a society in a term. `joined` counts people who are still members, and `left` those who have not come back since, each
 * once, without deleted accounts that can still be restored.
 */
export interface TermFigures extends Turnout, FeedbackSum {
  joined: number;
  left: number;
  posts: number;
  events: number;
}

export type ReportedEvent = Pick<EventDoc, '_id' | 'society' | 'title' | 'date' | 'startsAt' | 'endsAt'> & {
  turnout: Turnout;
  /** Nothing until enough have answered. */
  feedback: FeedbackSum;
};

/** Local days of a term, both inclusive. */
export interface Term {
  from: string;
  to: string;
}

interface Span {
  $gte: Date;
  $lt: Date;
}

const batchSize = 1000;
/** Societies whose documents are read by one query of each collection. */
const societiesAtOnce = 50;

const spanOf = ({ from, to }: Term, zone: string): Span => ({
  $gte: instantOf(from, '00:00', zone),
  $lt: instantOf(addDays(to, 1), '00:00', zone),
});

const noFigures = (): TermFigures => ({ joined: 0, left: 0, posts: 0, events: 0, ...noTurnout(), ...noFeedback() });

type BySociety = Map<string, TermFigures>;

/** Adds one to a figure of a society for each document. */
async function addEach(documents: AsyncIterable<{ society: Id | null }>, figures: BySociety, figure: 'joined' | 'posts'): Promise<void> {
  for await (const { society } of documents) {
    const of = figures.get(String(society));
    if (of) of[figure] += 1;
  }
}

const societyOnly = { _id: 0, society: 1 } as const;

interface Leave {
  society: Id;
  object: Id;
}

/** Leaves of the span, one for each person and society, but for approvals that were undone. */
async function leavesIn(societies: readonly Id[], span: Span): Promise<Leave[]> {
  const filter = { society: { $in: societies }, at: span, verb: { $in: ['member.left', 'member.removed'] } } as const;
  const leaves = new Map<string, Leave>();
  const found = Activities.find(filter, { _id: 0, society: 1, object: 1, params: 1 }).lean().cursor({ batchSize });
  for await (const { society, object, params } of found)
    if (society && !params?.undone) leaves.set(roleKey(society, object), { society, object });
  return [...leaves.values()];
}

/** Counts people who left: neither members again, nor in the grace of a deleted account, which may bring them back. */
async function addLeavers(societies: readonly Id[], span: Span, figures: BySociety): Promise<void> {
  const leaves = await leavesIn(societies, span);
  for (let at = 0; at < leaves.length; at += batchSize) {
    const batch = leaves.slice(at, at + batchSize);
    const people = { $in: batch.map(({ object }) => object) };
    const [members, restorable] = await Promise.all([
      Memberships.find({ user: people, society: { $in: societies } }, { _id: 0, society: 1, user: 1 }).lean(),
      Users.find({ _id: people, grace: { $exists: true } }, { _id: 1 }).lean(),
    ]);
    const back = new Set(members.map(({ society, user }) => roleKey(society, user)));
    const graces = new Set(restorable.map(({ _id }) => String(_id)));
    for (const { society, object } of batch) {
      const of = figures.get(String(society));
      if (of && !back.has(roleKey(society, object)) && !graces.has(String(object))) of.left += 1;
    }
  }
}

async function addCounts(societies: readonly Id[], span: Span, figures: BySociety): Promise<void> {
  const society = { $in: societies };
  await addEach(Memberships.find({ society, joinedAt: span }, societyOnly).lean().cursor({ batchSize }), figures, 'joined');
  await addLeavers(societies, span, figures);
  await addEach(Posts.find({ society, createdAt: span, removedAt: null }, societyOnly).lean().cursor({ batchSize }), figures, 'posts');
}

const eventFields = { society: 1, title: 1, date: 1, startsAt: 1, endsAt: 1 } as const;

/** Events of societies that started in the span and by now, without cancelled ones. */
async function startedEvents(societies: readonly Id[], { $gte, $lt }: Span): Promise<ReportedEvent[]> {
  const startsAt = { $gte, $lt: new Date(Math.min($lt.getTime(), Date.now())) };
  const held = { society: { $in: societies }, startsAt, removedAt: null, cancelledAt: null };
  const found = await Events.find(held, eventFields).lean<Omit<ReportedEvent, 'turnout' | 'feedback'>[]>();
  const [turnouts, sums] = await Promise.all([countTurnout(found), sumFeedback(found.map(({ _id }) => _id))]);
  return found.map((event) => ({
    ...event,
    turnout: turnouts.get(String(event._id)) ?? noTurnout(),
    feedback: sums.get(String(event._id)) ?? noFeedback(),
  }));
}

/** Figures of some societies, and their events. */
async function figuresOf(societies: readonly Id[], span: Span): Promise<{ figures: BySociety; events: ReportedEvent[] }> {
  const figures: BySociety = new Map(societies.map((society) => [String(society), noFigures()]));
  await addCounts(societies, span, figures);
  const events = await startedEvents(societies, span);
  for (const [society, of] of figures) {
    const own = events.filter((event) => String(event.society) === society);
    for (const { feedback } of own) {
      of.answers += feedback.answers;
      of.ratings += feedback.ratings;
    }
    Object.assign(of, { events: own.length, ...sumOfTurnout(own.map(({ turnout }) => turnout)) });
  }
  return { figures, events };
}

/** A society's figures in a term, and its events by start; the caller authorizes. */
export async function societyTerm(society: Id, term: Term, zone: string): Promise<{ figures: TermFigures; events: ReportedEvent[] }> {
  const { figures, events } = await figuresOf([society], spanOf(term, zone));
  const byStart = events.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
  return { figures: figures.get(String(society)) ?? noFigures(), events: byStart };
}

interface SocietyRow {
  name: string;
  figures: TermFigures;
}

/** Figures of all societies in a term, by name, and their sums; the caller authorizes. */
export async function universityTerm(term: Term, zone: string): Promise<{ sums: TermFigures; rows: SocietyRow[] }> {
  const found = await Societies.find(
    { 'privacy.visibility': { $in: visibility.options }, removedAt: null },
    { name: 1, nameFolded: 1 },
  ).lean();
  const societies = found.toSorted((a, b) => (a.nameFolded < b.nameFolded ? -1 : 1));
  const span = spanOf(term, zone);
  const [sums, rows]: [TermFigures, SocietyRow[]] = [noFigures(), []];
  for (let at = 0; at < societies.length; at += societiesAtOnce) {
    const batch = societies.slice(at, at + societiesAtOnce);
    const { figures } = await figuresOf(
      batch.map(({ _id }) => _id),
      span,
    );
    for (const { _id, name } of batch) rows.push({ name, figures: figures.get(String(_id)) ?? noFigures() });
  }
  for (const { figures } of rows) for (const key of Object.keys(sums) as (keyof TermFigures)[]) sums[key] += figures[key];
  return { sums, rows };
}
