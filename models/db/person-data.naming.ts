import { Events } from './events.js';
import { Memberships } from './memberships.js';
import { type Id, toId } from './model.js';
import type { NotificationDoc } from './notifications.js';
import { loadActorNaming } from './notifications.naming.js';
import { peopleIn } from './notifications.people.js';
import { isSensitive, loadSocieties } from './societies.js';

type Exported = Record<string, unknown> & { society?: string | null; event?: string; history?: { by?: string }[] };
type ExportedNotification = Pick<NotificationDoc, 'type' | 'params' | 'key' | 'link'> & {
  user: string;
  society: string | null;
  actors: string[];
};

/** Fields of a person's own documents with the ids of people who did something in a society. */
const others: Record<string, readonly string[]> = {
  joinRequests: ['decidedBy', 'escalatedTo'],
  invitations: ['by'],
  bans: ['by'],
  reports: ['decidedBy', 'takenBy'],
  attendances: ['by'],
  adminClaims: ['absent', 'decidedBy'],
  demotions: ['user', 'agreed'],
};

/** Sensitive societies among these of which the person is no member. */
async function closedTo(user: Id, societies: readonly string[]): Promise<Set<string>> {
  const [found, own] = await Promise.all([loadSocieties(societies.map(toId)), Memberships.find({ user }, { society: 1 }).lean()]);
  const roles = new Set(own.map(({ society }) => String(society)));
  return new Set([...found].filter(([id, society]) => isSensitive(society) && !roles.has(id)).map(([id]) => id));
}

async function societiesOfEvents(docs: readonly Exported[]): Promise<Map<string, string>> {
  const ids = docs.flatMap(({ event, society }) => (event && !society ? [toId(event)] : []));
  const found = ids.length > 0 ? await Events.find({ _id: { $in: ids } }, { society: 1 }).lean() : [];
  return new Map(found.map(({ _id, society }) => [String(_id), String(society)]));
}

/** A document without these fields, and without who decided in its history. */
function withoutOthers(doc: Exported, fields: readonly string[]): Exported {
  const left = Object.fromEntries(Object.entries(doc).filter(([field]) => !fields.includes(field))) as Exported;
  return left.history ? { ...left, history: left.history.map(({ by: _by, ...rest }) => rest) } : left;
}

/** These notifications without the people whom the person may not be shown. */
async function withoutPeople(docs: readonly ExportedNotification[]): Promise<ExportedNotification[]> {
  const asked = docs.map((doc) => ({
    ...doc,
    user: toId(doc.user),
    society: doc.society === null ? null : toId(doc.society),
    actors: doc.actors.map(toId),
  }));
  const mayName = await loadActorNaming(asked);
  return docs.map((doc, at) => {
    const own = asked[at];
    if (!own) return { ...doc, actors: [] };
    const hidden = new Set(peopleIn(own).flatMap((id) => (mayName(own, id) ? [] : [String(id)])));
    const params = Object.fromEntries(Object.entries(doc.params ?? {}).filter(([, value]) => !hidden.has(value)));
    return { ...doc, ...(doc.params && { params }), actors: own.actors.filter((actor) => mayName(own, actor)).map(String) };
  });
}

/** An export without what would say who other people are in sensitive societies: the person may not be shown that elsewhere. */
export async function maskOthers(user: Id, found: Record<string, unknown[]>): Promise<Record<string, unknown[]>> {
  const about = Object.keys(others).flatMap((name) => (found[name] ?? []) as Exported[]);
  const byEvent = await societiesOfEvents(about);
  const societyOf = ({ society, event }: Exported): string => society ?? byEvent.get(event ?? '') ?? '';
  const societies = about.map(societyOf).filter((id) => id !== '');
  const closed = societies.length > 0 ? await closedTo(user, societies) : new Set<string>();
  const masked = { ...found };
  for (const [name, fields] of Object.entries(others))
    if (found[name])
      masked[name] = (found[name] as Exported[]).map((doc) => (closed.has(societyOf(doc)) ? withoutOthers(doc, fields) : doc));
  if (found.notifications?.length) masked.notifications = await withoutPeople(found.notifications as ExportedNotification[]);
  return masked;
}
