import { toggleAttendance } from '#models/contract/attendance';
import { checkIn, getAttendees } from '#models/contract/check-in';
import { getReports, type Report, reportPost, reportThing, resolveReport, takeReport } from '#models/contract/reports';
import type { ApiResult } from '#models/testing/api-client';
import type { SimulatedUser } from '#models/testing/simulated-user';
import type { SoakWorld } from '../world.js';
import { type Act, someEvent, somePost } from './act.js';

export const attend: Act = async (person, world) => {
  const { random } = world;
  const event_id = someEvent(person, world);
  const status = random.chance(0.6) ? (random.chance(0.3) ? 'waiting' : 'attending') : 'not_attending';
  const answer = await person.ask(toggleAttendance, { event_id, status });
  if (answer.status === 200) person.screen.events.applyAttendance(event_id, answer.data);
  return [answer];
};

/** The door of an event lets somebody in, or takes that back. */
export const checkSomebodyIn: Act = async (_person, { random, societies }) => {
  const { admin, events } = random.pick(societies);
  const event_id = random.pick(events);
  const undo = random.chance(0.3);
  const coming = await admin.ask(getAttendees, { event_id, state: undo ? 'checked_in' : 'attending', limit: 50 });
  if (coming.status !== 200 || coming.data.length === 0) return [coming];
  const checked = await admin.ask(checkIn, { event_id, user_id: random.pick(coming.data).ID, undo });
  if (checked.status === 200) admin.screen.moderation.applyCheckIn(event_id, checked.data);
  return [coming, checked];
};

export const report: Act = async (person, world) => {
  const { random, comments, posts, people, societies } = world;
  const message = `This is not right: ${random.int(1, 1_000_000)}`;
  const comment = comments.at(-1);
  const kind = random.pick(['post', 'post', 'comment', 'user', 'society', 'event'] as const);
  if (kind === 'post') {
    const post_id = posts.length > 0 && random.chance(0.5) ? random.pick(posts).id : somePost(person, world);
    return [await person.ask(reportPost, { post_id, message })];
  }
  if (kind === 'comment') return comment ? [await person.ask(reportThing, { kind, id: comment.id, message })] : [];
  const id = kind === 'user' ? random.pick(people).options.user : kind === 'society' ? random.pick(societies).id : someEvent(person, world);
  return [await person.ask(reportThing, { kind, id, message })];
};

/** Removes only what the run has added. */
function removable({ kind, object }: Report, { comments, posts }: SoakWorld): { id: string }[] | null {
  const among = kind === 'comment' ? comments : kind === 'post' ? posts : [];
  return among.some(({ id }) => id === object) ? among : null;
}

async function decideOne(admin: SimulatedUser, open: ApiResult<typeof getReports>, world: SoakWorld): Promise<ApiResult<unknown>[]> {
  const { random } = world;
  if (open.status !== 200 || open.data.length === 0) return [open];
  const found = random.pick(open.data);
  if (random.chance(0.3)) return [open, await admin.ask(takeReport, { report_id: found.ID, taken: found.Taken_By === null })];
  const among = removable(found, world);
  const action = among && random.chance(0.5) ? 'remove' : random.pick(['dismiss', 'note'] as const);
  const decided = await admin.ask(resolveReport, { report_id: found.ID, action, note: 'We looked into it.' });
  if (decided.status !== 200) return [open, decided];
  admin.screen.moderation.applyReport(decided.data);
  if (action === 'remove')
    among?.splice(
      among.findIndex(({ id }) => id === found.object),
      1,
    );
  return [open, decided];
}

/** The admin of a society takes or decides a report, or a platform admin one of all. */
export const decide: Act = async (_person, world) => {
  const { random, societies, platformAdmin } = world;
  const { id, admin } = random.pick(societies);
  if (random.chance(0.4)) return decideOne(platformAdmin, await platformAdmin.ask(getReports, { limit: 20 }), world);
  return decideOne(admin, await admin.ask(getReports, { society_id: id, limit: 20 }), world);
};
