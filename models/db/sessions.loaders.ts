import { badCursor, timeOf } from './cursor.js';
import { Loader } from './loader.js';
import type { Id } from './model.js';
import { isAlive, type SessionDoc, Sessions } from './sessions.js';

/** Cursor of sessions: their id is a hash, unlike the ObjectIds of other lists. */
const encode = ({ createdAt, _id }: SessionDoc): string => Buffer.from(`${createdAt.getTime()}.${_id}`).toString('base64url');

function decode(text: string | undefined): { time: Date; id: string } | null {
  if (text === undefined || text === '') return null;
  const [, ms = '', id = ''] = /^(\d{1,16})\.([0-9a-f]{64})$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  const time = timeOf(ms);
  return time ? { time, id } : badCursor();
}

/** One page of a person's live sessions, newest first. */
export async function sessionPage(
  user: Id,
  cursor: string | undefined,
  limit: number,
): Promise<{ sessions: SessionDoc[]; next: string | null }> {
  const from = decode(cursor);
  const past = from ? { createdAt: { $lte: from.time }, $or: [{ createdAt: { $lt: from.time } }, { _id: { $lt: from.id } }] } : {};
  const found = await Sessions.find({ user, ...past })
    .sort({ createdAt: -1, _id: -1 })
    .limit(limit + 1)
    .lean();
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return { sessions: page.filter(isAlive), next: found.length > limit && last ? encode(last) : null };
}

export const sessionLoader = new Loader<SessionDoc>(
  async (ids) => new Map((await Sessions.find({ _id: { $in: ids } }).lean<SessionDoc[]>()).map((session) => [session._id, session])),
);

const ifAlive = (session: SessionDoc | null): SessionDoc | null => (session && isAlive(session) ? session : null);

/** The current session while it is alive; else null. */
export const liveSession = async (id: string): Promise<SessionDoc | null> => ifAlive(await sessionLoader.fresh(id));

/** As `liveSession`, cached. */
export const cachedSession = async (id: string): Promise<SessionDoc | null> => ifAlive(await sessionLoader.cached(id));
