import type { Insights } from '#models/contract/society-insights';
import { Events } from './events.js';
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

/** Count events that have started, and their turnout; omit cancelled ones. */
async function addEvents(series: Series, { society, from, until }: Period): Promise<Turnout> {
  const held = { society, startsAt: { $gte: from, $lt: until }, removedAt: null, cancelledAt: null };
  const counted = [];
  for await (const event of Events.find(held, { date: 1, attendees: 1, endsAt: 1 }).lean().cursor({ batchSize })) {
    const day = series.get(event.date);
    if (!day) continue;
    day.events += 1;
    day.attendance += event.attendees;
    counted.push(event);
  }
  return sumOfTurnout((await countTurnout(counted)).values());
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
  const [echo, pending, turnout] = await Promise.all([
    addPosts(series, period),
    JoinRequests.countDocuments({ society, status: 'pending' }),
    addEvents(series, period),
    addJoined(series, period),
  ]);
  return { from, to, series, echo, pending, turnout };
}, 'posts');

/** Figures of a society for the last local days, today included; the caller authorizes. */
export async function loadInsights(society: SocietyDoc, days: number, zone: string): Promise<Insights> {
  const { from, to, series, echo, pending, turnout } = await figuresOf.cached(JSON.stringify([society._id, days, zone]));
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
    series: backwards.toReversed(),
  };
}
