import type { Action } from '#gateway/plugins/calls';
import { liveMessage } from '#models/bus/live-stream';
import { publishWithRetry } from '#models/bus/publish';
import { sessionEnded } from '#models/contract/auth';
import { fail } from '#models/contract/failure';
import { roomOf } from '#models/contract/rooms';
import type { endSession, getSessions } from '#models/contract/sessions';
import { dropCalendarKeys } from '#models/db/calendar-keys';
import { Sessions, sessionToWire } from '#models/db/sessions';
import { sessionPage } from '#models/db/sessions.loaders';

export const getSessionsAction: Action<typeof getSessions> = async ({ limit, cursor }, { me, session }) => {
  const page = await sessionPage(me._id, cursor, limit);
  return { data: page.sessions.map((each) => sessionToWire(each, session)), next: page.next };
};

export const endSessionAction: Action<typeof endSession> = async ({ session_id }, { me }) => {
  const which = session_id === 'all' ? { user: me._id } : { user: me._id, _id: session_id };
  const { deletedCount } = await Sessions.deleteMany(which);
  if (deletedCount === 0 && session_id !== 'all') return fail('not_found');
  if (session_id === 'all') await dropCalendarKeys(me._id);
  const session_ids = session_id === 'all' ? ('all' as const) : [session_id];
  publishWithRetry(liveMessage(sessionEnded, [roomOf('user', me.id)], { reason: 'signed_out', session_ids }));
  return { data: { ended: deletedCount } };
};
