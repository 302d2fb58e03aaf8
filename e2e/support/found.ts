import { setTimeout as sleep } from 'node:timers/promises';
import { toggleAttendance } from '#models/contract/attendance';
import { createEvent } from '#models/contract/event-changes';
import { createSeries } from '#models/contract/event-series';
import { getAllEvents, getEventsBySociety } from '#models/contract/events';
import { askToJoin, getOwnRequests } from '#models/contract/join-requests';
import { getNotifications } from '#models/contract/notifications';
import { getPlannedPosts, planPost } from '#models/contract/planned-posts';
import { createPost, getAllPosts, getPostsBySociety } from '#models/contract/posts';
import { reportPost, resolveReport, takeReport } from '#models/contract/reports';
import { createSociety } from '#models/contract/society-creation';
import { createTicket, getMyTickets } from '#models/contract/support';
import { getUserInfo } from '#models/contract/users';
import { demoSocieties } from '#models/testing/demo';
import type { Ask, DemoAccount } from './visit.js';

function first<T>(items: readonly T[], what: string): T {
  const [item] = items;
  if (item === undefined) throw new Error(`The demo community has no ${what}`);
  return item;
}

const doorTitle = 'Lanterns on the roof';

/** The id of an event to come that everybody sees; `own`: one that the society admin may edit. */
export async function anUpcomingEvent(ask: Ask, { own = false }: { own?: boolean } = {}): Promise<string> {
  const events = own
    ? await ask('societyAdmin', getEventsBySociety, { society_id: demoSocieties.asked.id, limit: 50 })
    : await ask('visitor', getAllEvents, { limit: 50 });
  const open = events.filter(({ Status, Title, Can }) => Status === 'upcoming' && Title !== doorTitle && (Can.edit || !own));
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

const minute = 60_000;

/** Day and clock of the university at a time from now, as a form takes them. */
export function localIn(ms: number): { date: string; time: string } {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Amman', dateStyle: 'short', timeStyle: 'short' });
  const [date = '', time = ''] = format.format(Date.now() + ms).split(' ');
  return { date, time };
}

/** The id of an event of the society admin whose door is open. It opens an hour before, so the first to ask plans one. */
export async function anOpenDoor(ask: Ask): Promise<string> {
  const [found] = await ask('visitor', getAllEvents, { q: doorTitle, limit: 1 });
  if (found) return found.ID;
  const [start, end] = [localIn(30 * minute), localIn(150 * minute)];
  return ask('societyAdmin', createEvent, {
    society_id: demoSocieties.asked.id,
    title: doorTitle,
    description: 'Bring your ticket and a warm jacket.',
    category: 'Social',
    ...start,
    end_date: end.date,
    end_time: end.time,
    location: 'The roof of the library',
  });
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

/** Opens a page with two open reports in the society admin's society, one of them taken; a repeat adds none. */
export const withReports =
  (path: string) =>
  async (ask: Ask): Promise<string> => {
    const admin = await person('societyAdmin')(ask);
    const posts = await ask('member', getPostsBySociety, { society_id: demoSocieties.asked.id, limit: 20 });
    const [one, two] = posts.filter(({ Can, User }) => Can.report && User !== admin);
    const taken = await ask('member', reportPost, {
      post_id: first(one ? [one] : [], 'post to report').ID,
      message: 'The same advertisement for the third time this week.',
      reason: 'spam',
    });
    await ask('platformAdmin', takeReport, { report_id: taken.ID, taken: true });
    if (two) await ask('member', reportPost, { post_id: two.ID, message: 'يسخر من زميل بالاسم.', reason: 'harassment' });
    return path;
  };

/** Opens a page with a draft and a scheduled post of the member; a repeat adds none. */
export const withDrafts =
  (path: string) =>
  async (ask: Ask): Promise<string> => {
    if ((await ask('member', getPlannedPosts, {})).length > 0) return path;
    const society_id = demoSocieties.shared.id;
    await ask('member', planPost, { society_id, content: 'Who brings the long cable on Thursday?' });
    const publish_at = new Date(Date.now() + 2 * 86_400_000).toISOString();
    await ask('member', planPost, { society_id, content: 'نلتقي غدًا عند البوابة الشمالية.', publish_at });
    return path;
  };

/** Opens a page with two open tickets, of a member and of a visitor; a repeat adds none. */
export const withTickets =
  (path: string) =>
  async (ask: Ask): Promise<string> => {
    const own = await ask('member', getMyTickets, {});
    if (own.length > 0) return path;
    await ask('visitor', createTicket, {
      category: 'general',
      subject: 'May guests come to the film night?',
      content: 'My sister does not study here.',
      email: 'guest@elsewhere.example',
    });
    await ask('member', createTicket, {
      category: 'technical',
      subject: 'لا يصلني بريد التذكير',
      content: 'منذ يوم الأحد، رغم أن الإعداد مفعّل.',
    });
    return path;
  };

/** Sends a join request of the society admin to a society of the member; a repeat adds none. */
async function sendRequest(ask: Ask): Promise<void> {
  if ((await ask('societyAdmin', getOwnRequests, { limit: 1 })).length > 0) return;
  const society_id = await ask('member', createSociety, {
    name: 'Kite Makers',
    description: 'From bamboo and tissue paper to the first flight.',
    category: 'Arts & Culture',
    joinApproval: true,
  });
  await ask('societyAdmin', askToJoin, { society_id });
}

/** Opens a page with an open join request of the society admin. */
export const withRequest =
  (path: string) =>
  async (ask: Ask): Promise<string> => {
    await sendRequest(ask);
    return path;
  };

/** Gives the member a notification of each kind that has buttons: a join request, an offered seat and a removed post. */
async function giveActions(ask: Ask): Promise<void> {
  await sendRequest(ask);

  const { date } = localIn(5 * 24 * 60 * minute);
  const event_id = await ask('societyAdmin', createEvent, {
    society_id: demoSocieties.asked.id,
    title: 'One chair and a telescope',
    description: 'Saturn has its rings open.',
    category: 'Social',
    date,
    time: '20:00',
    location: 'The roof of the library',
    max_attendees: 1,
    offer_seats: true,
  });
  await ask('societyAdmin', toggleAttendance, { event_id, status: 'attending' });
  await ask('member', toggleAttendance, { event_id, status: 'waiting' });
  await ask('societyAdmin', toggleAttendance, { event_id, status: 'not_attending' });

  const { ID } = await ask('member', createPost, { society_id: demoSocieties.shared.id, content: 'For sale: a calculator, hardly used' });
  const report = await ask('societyAdmin', reportPost, { post_id: ID, message: 'An advertisement', reason: 'spam' });
  await ask('platformAdmin', resolveReport, { report_id: report.ID, action: 'remove', note: 'No selling, please' });
}

/** Opens a page once the member has a notification of each kind that has buttons; a repeat adds none. */
export const withActions =
  (path: string) =>
  async (ask: Ask): Promise<string> => {
    const missing = async (): Promise<string[]> => {
      const types = (await ask('member', getNotifications, { limit: 50 })).map(({ type }) => type);
      return (['join_requested', 'seat_offered', 'content_removed'] as const).filter((type) => !types.includes(type));
    };
    let left = await missing();
    if (left.length > 0) await giveActions(ask);
    for (let tries = 0; left.length > 0; tries++) {
      if (tries === 60) throw new Error(`The member was not notified: ${left}`);
      await sleep(500);
      left = await missing();
    }
    return path;
  };
