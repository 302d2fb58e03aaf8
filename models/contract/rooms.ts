/** Rooms of live.md. A room's name is its kind, filled with an id. `mine` means `society:{id}` of each own society. */
const patterns = {
  user: 'user:{id}',
  mine: 'mine',
  feed: 'feed',
  societies: 'societies',
  events: 'events',
  societyPublic: 'society:{id}:public',
  society: 'society:{id}',
  societyModerators: 'society:{id}:moderators',
  societyAdmins: 'society:{id}:admins',
  post: 'post:{id}',
  event: 'event:{id}',
  eventDoor: 'event:{id}:door',
  profile: 'profile:{id}',
  support: 'support',
  platform: 'platform',
  staff: 'staff',
} as const;

export type RoomKind = keyof typeof patterns;
export const roomKinds = Object.keys(patterns) as RoomKind[];

/** Name of a room: `roomOf('post', id)` is `post:{id}`. */
export const roomOf = (kind: RoomKind, id = ''): string => patterns[kind].replace('{id}', id);

const idPattern = '([0-9a-f]{24})';
const matchers = roomKinds.map((kind) => ({ kind, regex: new RegExp(`^${patterns[kind].replace('{id}', idPattern)}$`) }));

/** Kind and id of a room's name; null for an invalid one. */
export function parseRoom(name: string): { kind: RoomKind; id: string } | null {
  for (const { kind, regex } of matchers) {
    const found = regex.exec(name);
    if (found) return { kind, id: found[1] ?? '' };
  }
  return null;
}
