import { type CachedFixture, type CachedRow, describeCachedRows, inSociety } from '#gateway/testing/cached-rows';
import { setUpTestApp } from '#gateway/testing/test-app';
import { eventStats } from '#models/contract/attendance';
import { getAttendees } from '#models/contract/check-in';
import { eventCreated } from '#models/contract/event-changes';
import { getAllEvents, getEventsBySociety } from '#models/contract/events';
import { getJoinRequests } from '#models/contract/join-request-queue';
import { joinRequestCreated } from '#models/contract/join-requests';
import { getAllMembers } from '#models/contract/member-list';
import { membershipChanged } from '#models/contract/members';
import { postCreated, postLikes, postUpdated } from '#models/contract/posts';
import { getPostsByUser } from '#models/contract/posts-by-user';
import { getPublicProfile } from '#models/contract/profiles';
import { getReports, reportCreated } from '#models/contract/reports';
import { roomOf } from '#models/contract/rooms';
import { searchAll } from '#models/contract/search';
import { getInsights } from '#models/contract/society-insights';
import { getTickets, supportRequestUpdated } from '#models/contract/support';
import { ownChanged } from '#models/contract/users';
import { Attendances } from '#models/db/attendances';
import { Events } from '#models/db/events';
import { Follows } from '#models/db/follows';
import { JoinRequests } from '#models/db/join-requests';
import { Memberships } from '#models/db/memberships';
import { newId } from '#models/db/model';
import { Posts } from '#models/db/posts';
import { buildReport, buildSupportRequest, buildUser } from '#models/testing/builders';
import { eventFields, postFields } from '#models/testing/fields';

const test = setUpTestApp();

const societyOf = ({ society }: CachedFixture) => ({ society_id: String(society) });
const authorOf = ({ author }: CachedFixture) => ({ user_id: String(author) });
const profileOf = async (at: CachedFixture) => (await test.call(getPublicProfile, authorOf(at), at.token, at.headers)).data;
const insertEvent = ({ society, author }: CachedFixture, over: object = {}) =>
  Events.collection.insertOne(eventFields({ society, creator: author, open: true, ...over }) as never);
const insertPost = ({ society, author }: CachedFixture, content: string) =>
  Posts.collection.insertOne(postFields({ society, author, open: true, content, createdAt: new Date(Date.now() + 1000) }) as never);
const going = (at: CachedFixture) =>
  Attendances.collection.insertOne({
    event: at.event,
    user: at.author,
    state: 'going',
    at: new Date(),
    checkedInAt: null,
    by: null,
    version: 1,
  } as never);

const aNewEvent = () => ({ rooms: [roomOf('events')], message: eventCreated.name, payload: {} });
const aNewPost = (at: CachedFixture) => ({ rooms: inSociety(at), message: postCreated.name, payload: {} });
const changedMember = (at: CachedFixture) => ({
  rooms: inSociety(at),
  message: membershipChanged.name,
  payload: { ...societyOf(at), ...authorOf(at) },
});
const stats = ({ event }: CachedFixture) => ({ rooms: [roomOf('event', String(event))], message: eventStats.name, payload: {} });

let staff: Promise<string> | undefined;
/** Token of one platform admin. */
const staffToken = (): Promise<string> => {
  staff ??= buildUser({ role: 'admin' }).then((user) => test.tokenFor(user));
  return staff;
};
/** Numbers of the whole platform at the first look of each test, by the society of its fixture. */
const before = new Map<string, number>();
function isMore({ society }: CachedFixture, count = 0): boolean {
  const key = String(society);
  if (!before.has(key)) before.set(key, count);
  return count > (before.get(key) ?? 0);
}

const rows: CachedRow[] = [
  {
    what: 'a society has another coming event',
    change: (at) => insertEvent(at),
    liveMessage: aNewEvent,
    isSeen: async (at) => {
      const { data, counts } = await test.call(getEventsBySociety, societyOf(at), at.token, at.headers);
      return data.length === 2 && counts?.upcoming === 2;
    },
  },
  {
    what: 'a society has its first event that only members see',
    change: (at) => insertEvent(at, { open: false }),
    liveMessage: aNewEvent,
    isSeen: async ({ token, society, headers }) => {
      const { data } = await test.call(getAllEvents, { limit: 100, status: 'upcoming' }, token, headers);
      return data.filter(({ Society }) => Society.ID === String(society)).length === 2;
    },
  },
  {
    what: 'somebody attends, by the organisers’ counters',
    change: going,
    liveMessage: stats,
    isSeen: async ({ event, adminToken, headers }) =>
      (await test.call(getAttendees, { event_id: String(event) }, adminToken, headers)).counts?.attending === 1,
  },
  {
    what: 'somebody attends, by their profile',
    change: async (at) => {
      await Events.updateOne({ _id: at.event }, { $set: { startsAt: new Date(0), endsAt: new Date(3_600_000) } });
      await going(at);
    },
    liveMessage: stats,
    isSeen: async (at) => (await profileOf(at)).Event_Count === 1,
  },
  {
    what: 'a member became a moderator, by the counters of the list',
    change: ({ society, author }) => Memberships.updateOne({ society, user: author }, { $set: { role: 'moderator' } }),
    liveMessage: changedMember,
    isSeen: async (at) => (await test.call(getAllMembers, societyOf(at), at.token, at.headers)).counts?.moderators === 1,
  },
  {
    what: 'somebody left a society, by their profile',
    change: ({ society, author }) => Memberships.deleteOne({ society, user: author }),
    liveMessage: changedMember,
    isSeen: async (at) => (await profileOf(at)).Society_Count === 0,
  },
  {
    what: 'somebody asked to join, by the counters of the queue',
    change: ({ society }) =>
      JoinRequests.collection.insertOne({
        society,
        user: newId(),
        status: 'pending',
        pending: true,
        createdAt: new Date(),
        answer: '',
        reason: '',
        decidedAt: null,
        decidedBy: null,
        history: [],
        version: 1,
      } as never),
    liveMessage: ({ society }) => ({ rooms: [roomOf('societyAdmins', String(society))], message: joinRequestCreated.name, payload: {} }),
    isSeen: async (at) => (await test.call(getJoinRequests, societyOf(at), at.adminToken, at.headers)).counts?.pending === 1,
  },
  {
    what: 'something was reported, by the counters of the queue',
    change: ({ society, post, author, member }) => buildReport({ society, object: post, about: author, by: member }),
    liveMessage: ({ society }) => ({ rooms: [roomOf('societyModerators', String(society))], message: reportCreated.name, payload: {} }),
    isSeen: async (at) => (await test.call(getReports, societyOf(at), at.adminToken, at.headers)).counts?.open === 1,
  },
  {
    what: 'a society was reported, by the counters of the platform admins',
    change: ({ society, member }) => buildReport({ kind: 'society', object: society, by: member }),
    liveMessage: () => ({ rooms: [roomOf('platform')], message: reportCreated.name, payload: {} }),
    isSeen: async (at) => isMore(at, (await test.call(getReports, {}, await staffToken(), at.headers)).counts?.open),
  },
  {
    what: 'somebody wrote to support, by the counters of the platform admins',
    change: ({ member }) => buildSupportRequest({ user: member }),
    liveMessage: () => ({ rooms: [roomOf('support')], message: supportRequestUpdated.name, payload: {} }),
    isSeen: async (at) => isMore(at, (await test.call(getTickets, {}, await staffToken(), at.headers)).counts?.open),
  },
  {
    what: 'an author’s post was liked, by their profile',
    change: ({ post }) => Posts.updateOne({ _id: post }, { $set: { likes: 7 } }),
    liveMessage: ({ post }) => ({ rooms: [roomOf('post', String(post))], message: postLikes.name, payload: {} }),
    isSeen: async (at) => (await profileOf(at)).Likes_Count === 7,
  },
  {
    what: 'an author’s post has another text',
    change: ({ post }) => Posts.updateOne({ _id: post }, { $set: { content: 'Renamed' } }),
    liveMessage: (at) => ({ ...aNewPost(at), message: postUpdated.name }),
    isSeen: async (at) => (await test.call(getPostsByUser, authorOf(at), at.token, at.headers)).data[0]?.Content === 'Renamed',
  },
  {
    what: 'a society has another post, by its insights',
    change: (at) => insertPost(at, 'Another post'),
    liveMessage: aNewPost,
    isSeen: async (at) => (await test.call(getInsights, { ...societyOf(at), days: 30 }, at.adminToken, at.headers)).data.posts === 2,
  },
  {
    what: 'there is a newer post with a part of a word',
    change: (at) => insertPost(at, `Another${at.word} post`),
    liveMessage: aNewPost,
    isSeen: async ({ token, word, headers }) => (await test.call(searchAll, { q: word.slice(1) }, token, headers)).data.posts.length === 2,
  },
  {
    what: 'the viewer follows somebody who attends',
    change: async (at) => {
      await going(at);
      await Follows.collection.insertOne({ from: at.member, to: at.author, on: true, at: new Date(), version: 1 } as never);
    },
    liveMessage: ({ member, author }) => ({
      rooms: [roomOf('user', String(member))],
      message: ownChanged.name,
      payload: { kind: 'follow', id: String(author) },
    }),
    isSeen: async ({ token, event, author, headers }) => {
      const { data } = await test.call(getAllEvents, { limit: 100, status: 'upcoming' }, token, headers);
      return data.find(({ ID }) => ID === String(event))?.Faces[0]?.ID === String(author);
    },
  },
];

describeCachedRows(test, rows);
