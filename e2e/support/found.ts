import { createSeries } from '#models/contract/event-series';
import { getAllEvents, getEventsBySociety } from '#models/contract/events';
import { getAllPosts } from '#models/contract/posts';
import { getUserInfo } from '#models/contract/users';
import { demoSocieties } from '#models/testing/demo';
import type { Ask, DemoAccount } from './visit.js';

function first<T>(items: readonly T[], what: string): T {
  const [item] = items;
  if (item === undefined) throw new Error(`The demo community has no ${what}`);
  return item;
}

/** The id of an event to come that everybody sees; `own`: one that the society admin may edit. */
export async function anUpcomingEvent(ask: Ask, { own = false }: { own?: boolean } = {}): Promise<string> {
  const events = own
    ? await ask('societyAdmin', getEventsBySociety, { society_id: demoSocieties.asked.id, limit: 50 })
    : await ask('visitor', getAllEvents, { limit: 50 });
  const open = events.filter(({ Status, Can }) => Status === 'upcoming' && (Can.edit || !own));
  return first(open, own ? 'event to come of the society admin' : 'event to come').ID;
}

const seriesTitle = 'Kites and other things that fly';

/** The id of a meeting that the society admin organizes. The demo community has no series, so the first to ask plans one. */
export async function aMeeting(ask: Ask): Promise<string> {
  const [found] = await ask('visitor', getAllEvents, { q: seriesTitle, limit: 1 });
  if (found) return found.ID;
  const date = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const { event_ids } = await ask('societyAdmin', createSeries, {
    society_id: demoSocieties.asked.id,
    title: seriesTitle,
    description: 'Paper, string and a good wind.',
    category: 'Social',
    date,
    time: '17:00',
    location: 'The hill',
    max_attendees: 20,
    repeat: { every: 'week', count: 8 },
  });
  return first(event_ids, 'meeting of a series');
}

/** The id of a post that everybody sees. */
export async function aPost(ask: Ask): Promise<string> {
  return first(await ask('visitor', getAllPosts, { limit: 1 }), 'post').ID;
}

/** The id of a demo account. */
export const person =
  (who: DemoAccount) =>
  async (ask: Ask): Promise<string> =>
    (await ask(who, getUserInfo, {})).ID;
