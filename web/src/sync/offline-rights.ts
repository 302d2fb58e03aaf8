import { eventRemoved } from '#models/contract/event-changes';
import { membershipChanged } from '#models/contract/members';
import { postRemoved } from '#models/contract/posts';
import { parseRoom } from '#models/contract/rooms';
import { societyRemoved, societyVisibility } from '#models/contract/societies';
import { type StaffScope, staffScopes } from '#models/contract/staff-scopes';
import { ownChanged, type User } from '#models/contract/users';
import { onMessage, onRoomLeft } from '@/lib/live';
import { erasePages } from '@/lib/local-storage';
import { useSession } from '@/lib/session';
import { type CachedQuery, cacheState, eraseOfflineCache, flushOfflineCache, readCachedState, runInOrder } from './offline-cache';
import { type OfflineRecord, readRecords, removeRecords } from './offline-storage';

const idOf = ({ name }: OfflineRecord): string => name.slice(name.indexOf(' ') + 1);
/** The page that an entity links to, such as a line of activity. */
const linkOf = ({ value }: OfflineRecord): string => String((value as { link?: string }).link ?? '');
const anyOf = (ids: Iterable<string>): RegExp => new RegExp([...ids].map((id) => id.replace(/\W/g, '\\$&')).join('|'));

/**
 * All records about a thing: its own, those of things inside it (a society's posts), queries about these (their comments), the
 * entities that such answers list, and those that link to them.
 */
export function recordsAbout(id: string, records: readonly OfflineRecord[]): OfflineRecord[] {
  const entities = records.filter(({ kind }) => kind === 'entity');
  const inside = entities.filter((record) => record.name.endsWith(` ${id}`) || JSON.stringify(record.value).includes(id));
  const meant = anyOf([id, ...inside.map(idOf)]);
  const queries = records.filter(({ kind, value }) => kind === 'query' && meant.test(JSON.stringify(value)));
  const askedAbout = queries.filter(({ value }) => meant.test(JSON.stringify((value as CachedQuery).queryKey)));
  const listed = askedAbout.map(({ value }) => JSON.stringify((value as CachedQuery).data)).join();
  const isAbout = (record: OfflineRecord) => listed.includes(`"${idOf(record)}"`) || meant.test(linkOf(record));
  const rest = entities.filter((record) => !inside.includes(record) && isAbout(record));
  return [...inside, ...queries, ...rest];
}

/** Erases all cached records about a thing, and every drawn page, which may show it; whatever may still be seen is cached again with the next answers. */
export async function eraseCachedAbout(id: string): Promise<void> {
  erasePages();
  await flushOfflineCache();
  await runInOrder(async () => removeRecords(recordsAbout(id, await readRecords())));
}

/** A society and the user's role in it. */
export type Membership = { ID: string; Role: string | null };
const membershipsName = 'memberships';

/** Compares the user's memberships in an answer with the last ones; erases records about each that was lost while offline. */
export async function eraseLostMemberships(own: readonly Membership[]): Promise<void> {
  const now = own.map(({ ID, Role }) => `${ID} ${Role}`);
  const before = (await readCachedState<string[]>(membershipsName)) ?? [];
  for (const lost of before.filter((one) => !now.includes(one))) await eraseCachedAbout(lost.split(' ')[0] ?? '');
  await cacheState(membershipsName, now);
}

const staffRightsName = 'staff-rights';

/** Erases the whole cache when the user has fewer staff rights than before, also if they were lost while offline. */
async function eraseLostStaffRights({ Role, Scopes = [] }: Pick<User, 'Role' | 'Scopes'>): Promise<void> {
  const now: readonly StaffScope[] = Role === 'admin' ? staffScopes : Scopes;
  const before = (await readCachedState<StaffScope[]>(staffRightsName)) ?? [];
  if (before.some((right) => !now.includes(right))) await eraseOfflineCache();
  await cacheState(staffRightsName, now);
}

const societyOf = (name: string): string[] => {
  const room = parseRoom(name);
  return room?.id && room.kind !== 'profile' && room.kind !== 'user' ? [room.id] : [];
};

/** Erases cached records that the user may no longer see, as soon as a message says so. */
export function watchRights(): void {
  const me = (): string | undefined => useSession.getState().user?.ID;
  const checkStaffRights = ({ user, unreached }: Pick<ReturnType<typeof useSession.getState>, 'user' | 'unreached'>): void => {
    if (user && !unreached) void eraseLostStaffRights(user);
  };
  checkStaffRights(useSession.getState());
  useSession.subscribe((session, before) => {
    if (session.user !== before.user || session.unreached !== before.unreached) checkStaffRights(session);
  });
  onMessage(membershipChanged, ({ society_id, user_id }) => {
    if (user_id === me()) void eraseCachedAbout(society_id);
  });
  onMessage(societyRemoved, ({ society_id }) => void eraseCachedAbout(society_id));
  onMessage(societyVisibility, ({ society_id }) => void eraseCachedAbout(society_id));
  onMessage(eventRemoved, ({ event_id }) => void eraseCachedAbout(event_id));
  onMessage(postRemoved, ({ post_id }) => void eraseCachedAbout(post_id));
  // A block by either side hides somebody everywhere, and the message does not name the other side: erase everything.
  onMessage(ownChanged, ({ kind }) => {
    if (kind === 'block' || kind === 'privacy') void eraseOfflineCache();
  });
  onRoomLeft(({ rooms, code }) => {
    if (code !== 'unauthorized') for (const id of new Set(rooms.flatMap(societyOf))) void eraseCachedAbout(id);
  });
}
