import type { Insights } from '#models/contract/society-insights';
import { averageOf, sumFeedback } from './event-feedback.loaders.js';
import { type EventDoc, Events, hasEnded } from './events.js';
import { JoinRequests } from './join-requests.js';
import { SharedLoader } from './loader.js';
import { addDays, instantOf, localOf } from './local-time.js';
import { Memberships } from './memberships.js';
import { type Id, toId } from './model.js';
import { Posts } from './posts.js';
import type { SocietyDoc } from './societies.js';
import { countTurnout, sumOfTurnout, type Turnout } from './turnout.js';

const batchSize = 1000;
const roles = ['admin', 'moderator', 'member'] as const;

type Series = Map<string, Insights['series'][number]>;
interface Period {
  society: Id;
  from: Date;
  until: Date;
  zone: string;
}

const emptyDay = (date: string) => ({ date, members: 0, joined: 0, posts: 0, events: 0, attendance: 0 });

async function addJoined(series: Series, { society, from, zone }: Period): Promise<void> {
  for (const role of roles) {
    const joined = Memberships.find({ society, role, joinedAt: { $gte: from } }, { joinedAt: 1 })
      .lean()
      .cursor({ batchSize });
    for await (const { joinedAt } of joined) {
      const day = series.get(localOf(joinedAt, zone).date);
      if (day) day.joined += 1;
    }
  }
}

async function addPosts(series: Series, { society, from, zone }: Period): Promise<{ likes: number; comments: number }> {
  const fields = { createdAt: 1, likes: 1, comments: 1 } as const;
  const found = Posts.find({ society, createdAt: { $gte: from }, removedAt: null }, fields)
    .lean()
    .cursor({ batchSize });
  const echo = { likes: 0, comments: 0 };
  for await (const { createdAt, likes, comments } of found) {
    const day = series.get(localOf(createdAt, zone).date);
    if (day) day.posts += 1;
    echo.likes += likes;
    echo.comments += comments;
  }
  return echo;
}

/** Events whose feedback is listed. */
const mostRated = 30;

type HeldEvent = Pick<EventDoc, '_id' | 'title' | 'date' | 'startsAt' | 'endsAt' | 'attendees'>;

/** Feedback after the newest of these events that are over and that somebody attended. */
async function feedbackOf(events: readonly HeldEvent[]): Promise<Insights['feedback']> {
  const newest = events
    .filter((event) => event.attendees > 0 && hasEnded(event))
    .toSorted((a, b) => b.startsAt.getTime() - a.startsAt.getTime())
    .slice(0, mostRated);
  const sums = await sumFeedback(newest.map(({ _id }) => _id));
  return newest.map(({ _id, title, date }) => {
    const sum = sums.get(String(_id));
    return { event_id: String(_id), title, date, answers: sum?.answers ?? null, average: sum ? averageOf(sum) : null };
  });
}

interface CountedEvents {
  turnout: Turnout;
  feedback: Insights['feedback'];
}

const heldFields = { title: 1, date: 1, startsAt: 1, endsAt: 1, attendees: 1 } as const;

/** Count events that have started, their turnout and what people said; omit cancelled ones. */
async function addEvents(series: Series, { society, from, until }: Period): Promise<CountedEvents> {
  const held = { society, startsAt: { $gte: from, $lt: until }, removedAt: null, cancelledAt: null };
  const counted: HeldEvent[] = [];
  for await (const event of Events.find(held, heldFields).lean<HeldEvent[]>().cursor({ batchSize })) {
    const day = series.get(event.date);
    if (!day) continue;
    day.events += 1;
    day.attendance += event.attendees;
    counted.push(event);
  }
  const [turnouts, feedback] = await Promise.all([countTurnout(counted), feedbackOf(counted)]);
  return { turnout: sumOfTurnout(turnouts.values()), feedback };
}

const sum = (series: Series, field: 'joined' | 'posts' | 'events' | 'attendance'): number =>
  [...series.values()].reduce((total, day) => total + day[field], 0);

/** Counts for a society's insights, shared by its admins. Keys are the arguments. */
const figuresOf = new SharedLoader(async (key) => {
  const [id, days, zone] = JSON.parse(key) as [string, number, string];
  const [society, now] = [toId(id), new Date()];
  const to = localOf(now, zone).date;
  const from = addDays(to, 1 - days);
  const dates = Array.from({ length: days }, (_, at) => addDays(from, at));
  const series: Series = new Map(dates.map((date) => [date, emptyDay(date)]));
  const period = { society, from: instantOf(from, '00:00', zone), until: now, zone };
  const [echo, pending, events] = await Promise.all([
    addPosts(series, period),
    JoinRequests.countDocuments({ society, status: 'pending' }),
    addEvents(series, period),
    addJoined(series, period),
  ]);
  return { from, to, series, echo, pending, ...events };
}, 'posts');

/** Figures of a society for the last local days, today included; the caller authorizes. */
export async function loadInsights(society: SocietyDoc, days: number, zone: string): Promise<Insights> {
  const { from, to, series, echo, pending, turnout, feedback } = await figuresOf.cached(JSON.stringify([society._id, days, zone]));
  let members = society.members;
  const backwards = [...series.values()].toReversed().map((day) => {
    const counted = { ...day, members: Math.max(0, members) };
    members -= day.joined;
    return counted;
  });
  return {
    from,
    to,
    members: society.members,
    joined: sum(series, 'joined'),
    posts: sum(series, 'posts'),
    ...echo,
    events: sum(series, 'events'),
    attendance: sum(series, 'attendance'),
    came: turnout.came,
    no_shows: turnout.noShows,
    cancellations: turnout.cancelled,
    pending_requests: pending,
    median_reply_hours: society.medianReplyHours,
    feedback,
    series: backwards.toReversed(),
  };
}
