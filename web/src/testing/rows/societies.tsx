import { type JoinRequest, joinRequestCreated, joinRequestDecided, joinRequestWithdrawn } from '#models/contract/join-requests';
import { getAllMembers } from '#models/contract/member-list';
import { type Member, membershipChanged } from '#models/contract/members';
import { namesChanged } from '#models/contract/names-changed';
import {
  getAllSocieties,
  getSocietiesByUser,
  getSocietyInfo,
  type Society,
  societyCounts,
  societyCreated,
  societyRemoved,
  societyUpdated,
  societyVisibility,
} from '#models/contract/societies';
import { ownChanged } from '#models/contract/users';
import { useRequestsLive } from '@/features/join-requests/requests.live';
import { useRequestList } from '@/features/join-requests/requests.queries';
import { useMembers } from '@/features/members/members.queries';
import '@/features/societies/membership.live';
import { useSocietiesLive } from '@/features/societies/societies.live';
import { useSociety, useSocietyList } from '@/features/societies/societies.queries';
import { useIsFollowing } from '@/sync/followed';
import { useIsMuted } from '@/sync/mute';
import { type ConformanceRow, row } from '../conformance';
import { aFollowedSociety, serveFollowed } from '../fake-follows';
import { serveRequests } from '../fake-join-requests';
import { serveMuted } from '../fake-mutes';
import { no, onCall, yes } from '../fake-server';
import { arrives } from '../fake-socket';
import { aSociety } from '../fixtures';
import { aJoinRequest, aMember, asMember, sharedSocietyOf } from '../society-fixtures';
import { computedAt, json, me, page, subject, text } from './shared';

const society = asMember(aSociety({ Member_Count: 12, rev: 5, version: 2 }));
const sharedSociety = sharedSocietyOf(society);
function Societies() {
  useSocietiesLive();
  const { ids } = useSocietyList({ q: '', category: '', isTrending: false });
  const one = useSociety(society.ID);
  return json([ids, one.is === 'there' ? one.society : one.is]);
}
const serveSociety = (info: Society | null) => {
  onCall(getSocietyInfo, () => (info ? yes(getSocietyInfo, info) : no(404, 'not_found', 'Not found.')));
  onCall(getAllSocieties, () => yes(getAllSocieties, info ? [info] : [], page));
  onCall(getSocietiesByUser, () => yes(getSocietiesByUser, info ? [info] : []));
};
const counted = { Member_Count: 13, Event_Count: 3, Post_Count: 41, rev: 6 };
const staleCounts = { Member_Count: 1, Event_Count: 1, Post_Count: 1, rev: 4 };
const renamed = { ...society, Name: 'Robots', version: 3 };
const moderator = { ...asMember(society, 'moderator'), ...counted };
/** Rows of societies. */
export const societyRows: ConformanceRow[] = [
  row(societyCreated, sharedSociety, {
    screen: subject(<Societies />),
    serve: (isAfter) => serveSociety(isAfter ? society : null),
    state: () => JSON.parse(text() ?? '')[0],
    late: { ...sharedSociety, version: 1 },
  }),
  row(societyUpdated, sharedSocietyOf(renamed), {
    screen: subject(<Societies />),
    serve: (isAfter) => serveSociety(isAfter ? renamed : society),
    state: text,
    late: { ...sharedSociety, ...staleCounts },
  }),
  row(
    societyCounts,
    { society_id: society.ID, ...counted },
    {
      screen: subject(<Societies />),
      serve: (isAfter) => serveSociety(isAfter ? { ...society, ...counted } : society),
      state: text,
      late: { society_id: society.ID, ...staleCounts },
    },
  ),
  row(
    societyVisibility,
    { society_id: society.ID, visibility: 'invite-only', eventsVisible: false },
    {
      screen: subject(<Societies />),
      serve: (isAfter) => serveSociety(isAfter ? null : society),
      state: text,
      late: { society_id: society.ID, visibility: 'public', eventsVisible: true },
    },
  ),
  row(
    societyRemoved,
    { society_id: society.ID },
    {
      screen: subject(<Societies />),
      serve: (isAfter) => serveSociety(isAfter ? null : society),
      state: text,
      late: () => arrives(societyUpdated, sharedSociety),
    },
  ),
  row(
    membershipChanged,
    { society_id: society.ID, user_id: me.ID, Role: 'moderator', ...counted },
    {
      screen: subject(<Societies />),
      serve: (isAfter) => serveSociety(isAfter ? moderator : society),
      state: text,
      late: { society_id: society.ID, user_id: me.ID, Role: null, ...staleCounts },
    },
  ),
];

const rand = aMember();
const promoted: Member = { ...rand, Role: 'admin' };
function Members() {
  return json(useMembers(society.ID, { q: '', role: '', sort: 'name' }).items.map(({ ID, Role }) => [ID, Role]));
}
const serveMembers = (found: Member[]) =>
  onCall(getAllMembers, () => yes(getAllMembers, found, { ...page, counts: { total: 12, admins: 1, moderators: 0 } }));
const changed = { society_id: society.ID, user_id: rand.ID, ...counted };
/** Rows of members. */
export const memberRows: ConformanceRow[] = [
  row(
    membershipChanged,
    { ...changed, Role: 'admin' },
    {
      what: 'a member',
      screen: subject(<Members />),
      serve: (isAfter) => serveMembers([isAfter ? promoted : rand]),
      state: text,
      late: { ...changed, ...staleCounts, Role: 'moderator' },
    },
  ),
  row(
    membershipChanged,
    { ...changed, Role: null },
    {
      what: 'no member any more',
      screen: subject(<Members />),
      serve: (isAfter) => serveMembers(isAfter ? [] : [rand]),
      state: text,
      late: { ...changed, ...staleCounts, Role: 'moderator' },
    },
  ),
  row(
    namesChanged,
    { society_id: society.ID, user_id: null },
    {
      screen: subject(<Members />),
      serve: (isAfter) => serveMembers(isAfter ? [] : [rand]),
      state: text,
      late: { society_id: 'f'.repeat(24), user_id: null },
    },
  ),
];

const asked = aJoinRequest();
const approved: JoinRequest = {
  ...asked,
  Status: 'approved',
  Decided_By: 'Hala',
  Decided_At: computedAt,
  History: [{ Status: 'approved', At: computedAt, By: 'Hala', Reason: '' }],
  version: 2,
};
function Requests() {
  useRequestsLive(society.ID);
  return json(useRequestList(society.ID, 'all').items);
}
/** Rows of join requests. */
export const requestRows: ConformanceRow[] = [
  row(
    joinRequestCreated,
    { society_id: society.ID, request: asked },
    {
      screen: subject(<Requests />),
      serve: (isAfter) => serveRequests(isAfter ? [asked] : []),
      state: text,
      late: { society_id: society.ID, request: { ...asked, Answer: 'Older', version: 0 } },
    },
  ),
  row(
    joinRequestDecided,
    {
      society_id: society.ID,
      request_id: asked.Request_ID,
      Status: 'approved',
      Reason: '',
      Decided_By: 'Hala',
      Decided_At: computedAt,
      version: 2,
    },
    {
      screen: subject(<Requests />),
      serve: (isAfter) => serveRequests([isAfter ? approved : asked]),
      state: text,
      late: () => arrives(joinRequestCreated, { society_id: society.ID, request: asked }),
    },
  ),
  row(
    joinRequestWithdrawn,
    { society_id: society.ID, request_id: asked.Request_ID, version: 2 },
    {
      screen: subject(<Requests />),
      serve: (isAfter) => serveRequests(isAfter ? [] : [asked]),
      state: text,
      late: () => arrives(joinRequestCreated, { society_id: society.ID, request: asked }),
    },
  ),
];

function Muted() {
  return json(useIsMuted(society.ID));
}
/** Rows of mutes. */
export const mutes: ConformanceRow[] = [
  row(
    ownChanged,
    { kind: 'mute', id: society.ID, on: true, version: 3 },
    {
      what: 'mute',
      screen: subject(<Muted />),
      serve: (isAfter) => serveMuted(...(isAfter ? [society.ID] : [])),
      state: text,
      late: { kind: 'mute', id: society.ID, on: false, version: 2 },
    },
  ),
];

function Following() {
  return json(useIsFollowing(society.ID));
}
const serveFollow = (isOn: boolean) => serveFollowed(...(isOn ? [aFollowedSociety(society, { Follow_Version: 3 })] : []));
/** Rows of follows of societies. */
export const societyFollows: ConformanceRow[] = [
  row(
    ownChanged,
    { kind: 'followSociety', id: society.ID, on: true, version: 3 },
    {
      what: 'followSociety',
      screen: subject(<Following />),
      serve: serveFollow,
      state: text,
      late: { kind: 'followSociety', id: society.ID, on: false, version: 2 },
    },
  ),
];
