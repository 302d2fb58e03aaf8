import { drain } from '#models/bus/publish';
import { toggleAttendance } from '#models/contract/attendance';
import { createComment } from '#models/contract/comments';
import { createEvent } from '#models/contract/event-changes';
import { askEventQuestion } from '#models/contract/event-questions';
import { calls } from '#models/contract/index';
import { createPost, likePost } from '#models/contract/posts';
import type { SocietyPermissions, SocietyPrivacy } from '#models/contract/societies';
import { updateInfo } from '#models/contract/society-settings';
import { Activities } from '#models/db/activities';
import { addDays, localOf } from '#models/db/local-time';
import type { SocietyDoc } from '#models/db/societies';
import { buildAttendance, buildEvent, buildMember, buildSociety, buildUser } from '#models/testing/builders';
import { testSettings } from '#models/testing/settings';
import { handlers } from '#workers/handlers';
import { silent } from '#workers/log';
import type { TestApp } from './test-app.js';

/** Part of a society that an answer shows. */
export type SocietyPart = 'header' | 'posts' | 'events' | 'members';
interface Surface {
  /** Path of the call, without the first '/'. */
  path: string;
  part: SocietyPart;
  input: Record<string, unknown>;
  /** Text in the answer that shows the part. */
  needle: string;
  /** Needs a session. */
  signedIn?: true;
  /** Shown only of an open society, though its header is visible. */
  isOpenOnly?: true;
  /** Recommends what the viewer is not in, or is the same for everybody: members may find nothing of the society there. */
  isCommon?: true;
}

export interface SurfaceFixture {
  society: SocietyDoc;
  mark: string;
  post: string;
  event: string;
  /** A moderator, the author of everything in it. */
  author: string;
  tokens: Record<'admin' | 'author' | 'member' | 'outsider', string>;
  surfaces: Surface[];
}

/** Every answer that may show a part of a society; paths without a call are left out. */
function surfacesOf(
  { society, mark, post, event, author }: Omit<SurfaceFixture, 'surfaces' | 'tokens'>,
  related: string,
  day: string,
): Surface[] {
  const society_id = String(society._id);
  const outside = { signedIn: true, isCommon: true } as const;
  const all: Surface[] = [
    { path: 'societies/get_all_societies', part: 'header', input: { q: mark }, needle: `header-${mark}` },
    { path: 'societies/get_all_societies', part: 'header', input: { filter: 'trending', limit: 100 }, needle: `header-${mark}` },
    { path: 'societies/get_statistics', part: 'header', input: {}, needle: society_id },
    { path: 'societies/get_society_info', part: 'header', input: { society_id }, needle: `header-${mark}` },
    {
      path: 'societies/get_societies_by_user_public',
      part: 'header',
      input: { user_id: author },
      needle: `header-${mark}`,
      isOpenOnly: true,
    },
    { path: 'analytics/trending-societies', part: 'posts', input: { limit: 20 }, needle: society_id, isCommon: true },
    { path: 'search/all', part: 'header', input: { q: mark, kind: 'societies', limit: 100 }, needle: society_id },
    { path: 'posts/get_all_posts', part: 'posts', input: { limit: 100 }, needle: `post-${mark}` },
    { path: 'posts/get_posts_by_society', part: 'posts', input: { society_id }, needle: `post-${mark}` },
    { path: 'posts/get_posts_by_user', part: 'posts', input: { user_id: author }, needle: `post-${mark}` },
    { path: 'posts/get_post', part: 'posts', input: { post_id: post }, needle: `post-${mark}` },
    { path: 'comment/get_comments_by_post', part: 'posts', input: { post_id: post }, needle: `comment-${mark}` },
    // Without a computed card, only open content is recommended.
    { path: 'analytics/recommendations', part: 'posts', input: { limit: 20 }, needle: society_id, ...outside },
    { path: 'analytics/trending-posts', part: 'posts', input: { limit: 20 }, needle: `post-${mark}`, isCommon: true },
    { path: 'analytics/activity-feed', part: 'posts', input: { limit: 20 }, needle: `Name ${mark}`, signedIn: true },
    { path: 'search/all', part: 'posts', input: { q: mark, kind: 'posts', limit: 100 }, needle: post },
    { path: 'events/get_all_events', part: 'events', input: { q: mark }, needle: event },
    { path: 'events/get_events_by_society', part: 'events', input: { society_id }, needle: event },
    { path: 'events/get_event_info', part: 'events', input: { event_id: event }, needle: event },
    { path: 'events/get_questions', part: 'events', input: { event_id: event }, needle: `question-${mark}` },
    { path: 'events/get_event_stats', part: 'events', input: { event_id: event }, needle: '"attendees"' },
    { path: 'events/get_related_events', part: 'events', input: { event_id: related }, needle: event },
    { path: 'events/get_calendar', part: 'events', input: { from: day, to: day }, needle: event },
    { path: 'events/get_events_attended_by_user', part: 'events', input: { user_id: author }, needle: `past-${mark}` },
    {
      path: 'events/get_events_attended_by_user',
      part: 'events',
      input: { user_id: author, phase: 'coming' },
      needle: event,
      signedIn: true,
    },
    { path: 'events/calendar.ics', part: 'events', input: { event_id: event }, needle: `event-${mark}` },
    { path: 'events/calendar.ics', part: 'events', input: { society_id }, needle: `event-${mark}` },
    { path: 'analytics/activity-feed', part: 'events', input: { limit: 20 }, needle: `event-${mark}`, signedIn: true },
    { path: 'analytics/recommendations', part: 'events', input: { limit: 20 }, needle: event, ...outside },
    { path: 'search/all', part: 'events', input: { q: mark, kind: 'events', limit: 100 }, needle: event },
    { path: 'societies/get_all_members', part: 'members', input: { society_id }, needle: `author-${mark}`, signedIn: true },
  ];
  return all.filter(({ path }) => calls.some((call) => call.path === `/${path}`));
}

/** An event in three weeks, when there are few others. */
export const planOf = (society: { _id: unknown }, title: string) => ({
  society_id: String(society._id),
  title,
  description: 'Something to come to, with tea.',
  category: 'Exhibition' as const,
  date: addDays(localOf(new Date(), 'Asia/Amman').date, 21),
  time: '17:00',
  location: 'Hall',
});

/** Builds a large public society with a post, a comment, an event and people, and runs the jobs that follow. */
export async function buildSurfaceFixture(test: TestApp): Promise<SurfaceFixture> {
  const mark = `zz${Math.random().toString(36).slice(2)}zz`;
  const society = await buildSociety({ name: `Name ${mark}`, description: `header-${mark}`, members: 9_000_000, growth: 9_000_000 });
  const writer = await buildMember(society, 'moderator', { name: `author-${mark}` });
  const people = { admin: { _id: society.creator }, author: writer, member: await buildMember(society), outsider: await buildUser() };
  const tokens = Object.fromEntries(
    await Promise.all(Object.entries(people).map(async ([name, user]) => [name, await test.tokenFor(user)])),
  ) as SurfaceFixture['tokens'];
  const made = await test.call(createPost, { society_id: String(society._id), content: `post-${mark}` }, tokens.author);
  const post = made.data.ID;
  await test.call(createComment, { post_id: post, content: `comment-${mark}` }, tokens.author);
  await test.call(likePost, { post_id: post }, tokens.member);
  const plan = planOf(society, `event-${mark}`);
  const event = (await test.call(createEvent, plan, tokens.author)).data;
  await test.call(toggleAttendance, { event_id: event, status: 'attending' }, tokens.author);
  await test.call(askEventQuestion, { event_id: event, text: `question-${mark}` }, tokens.author);
  const past = await buildEvent({ society, title: `past-${mark}`, startsAt: new Date(Date.now() - 5 * 3_600_000) });
  await buildAttendance({ event: past, user: writer });
  const related = await buildEvent({ category: plan.category });
  await runWorkers(society);
  const fixture = { society, mark, post, event, author: String(writer._id) };
  return { ...fixture, tokens, surfaces: surfacesOf(fixture, String(related._id), plan.date) };
}

/** Runs the workers' jobs about the society. */
export async function runWorkers(society: { _id: unknown }): Promise<void> {
  await drain();
  for (const { _id } of await Activities.find({ due: { $lte: new Date() } }, { _id: 1 }).lean())
    await handlers['activity.dispatch']({ kind: 'activity', id: String(_id), version: 1 }, silent, testSettings);
  await handlers['activity.open']({ society: String(society._id) }, silent, testSettings);
  await handlers['cards.trending']({}, silent, testSettings);
  await handlers['cards.societies']({}, silent, testSettings);
}

/** Changes settings through the API, as the admin. */
export async function changeSettings(
  test: TestApp,
  { society, tokens }: Pick<SurfaceFixture, 'society' | 'tokens'>,
  to: { privacy?: Partial<SocietyPrivacy>; permissions?: Partial<SocietyPermissions> },
): Promise<void> {
  const { status } = await test.call(updateInfo, { society_id: String(society._id), ...to }, tokens.admin);
  if (status !== 204) throw new Error(`The settings were not taken: ${status}.`);
}

/** Paths that show the reader a part of the society, by part. */
export async function visibleTo(
  test: TestApp,
  { surfaces }: SurfaceFixture,
  token: string | undefined,
): Promise<Record<SocietyPart, string[]>> {
  const seen: Record<SocietyPart, string[]> = { header: [], posts: [], events: [], members: [] };
  for (const { path, part, input, needle, signedIn } of surfaces) {
    const call = calls.find((each) => each.path === `/${path}` && each.method === 'GET');
    if (!call || (signedIn && !token)) continue;
    const { status, data } = await test.call(call, input, token);
    if (![200, 403, 404].includes(status)) throw new Error(`${path} answered ${status}.`);
    if (status === 200 && JSON.stringify(data).includes(needle)) seen[part].push(path);
  }
  return seen;
}
