import { type ActivityItem, activityBatch, activityNew, getActivityFeed } from '#models/contract/activity';
import { ungroupActivity } from '#models/contract/activity-lines';
import { attendanceChanged, eventStats, getUserStatus, toggleAttendance } from '#models/contract/attendance';
import { checkIn, eventCheckedIn, getAttendees } from '#models/contract/check-in';
import { commentCreated, commentRemoved, createComment, deleteComment, getComments } from '#models/contract/comments';
import { getStewards, setSteward, stewardChanged } from '#models/contract/door';
import { createEvent, deleteEvent, eventCreated, eventRemoved, eventUpdated, updateEvent } from '#models/contract/event-changes';
import {
  answerEventQuestion,
  askEventQuestion,
  deleteEventQuestion,
  getEventQuestions,
  questionAnswered,
  questionAsked,
  questionRemoved,
} from '#models/contract/event-questions';
import { getAllEvents, getEventInfo, getEventStats } from '#models/contract/events';
import { getAllMembers, updateMemberRole } from '#models/contract/member-list';
import { membershipChanged } from '#models/contract/members';
import { postPoll, votePoll } from '#models/contract/polls';
import {
  deletePost,
  getAllPosts,
  getPost,
  likePost,
  postCreated,
  postLikes,
  postRemoved,
  postUpdated,
  typing,
  updatePost,
} from '#models/contract/posts';
import {
  getAllSocieties,
  getSocietyInfo,
  societyCounts,
  societyCreated,
  societyRemoved,
  societyUpdated,
  societyVisibility,
} from '#models/contract/societies';
import { createSociety } from '#models/contract/society-creation';
import { deleteSociety } from '#models/contract/society-removal';
import { updateInfo } from '#models/contract/society-settings';
import { cardsTrending, getTrendingPosts } from '#models/contract/trending';
import { clearReadCache } from '#models/db/loader';
import { Posts } from '#models/db/posts';
import { buildAttendance, buildComment, buildEventQuestion, somePoll } from '#models/testing/builders';
import { refreshTrending } from '#workers/cards/trending';
import {
  countsOfPost,
  countsOfSociety,
  idOf,
  inside,
  isOfEvent,
  listeners,
  type MessageCase,
  type MessageScenario,
  moderating,
  named,
  ofEvent,
  ofPost,
  ofSociety,
  shared,
  signedIn,
  write,
} from './message-scenario.js';

/** Activities of a message beside those of a refetch, whose lines are ungrouped for this. */
async function compareActivities(items: readonly ActivityItem[], on: MessageScenario): Promise<[unknown, unknown]> {
  const fetched = new Map(ungroupActivity(await on.as('outsider', getActivityFeed, { limit: 20 })).map((each) => [each.id, each]));
  return [items, items.map(({ id, action }) => ({ ...fetched.get(id), action }))];
}

const posts: Record<string, MessageCase> = {
  [postCreated.name]: {
    recipients: signedIn,
    act: (on) => write(on, 'A new post'),
    compare: async (message, on) => shared(message, await on.as('outsider', getPost, { post_id: message.ID })),
  },
  [postUpdated.name]: {
    recipients: listeners,
    act: (on) => on.as('member', updatePost, { ...ofPost(on), content: 'Said better' }),
    compare: async (message, on) => shared(message, await on.as('visitor', getPost, ofPost(on))),
  },
  [postRemoved.name]: {
    recipients: listeners,
    act: (on) => on.as('moderator', deletePost, { post_id: idOf(on.doomed.post) }),
    compare: async ({ post_id }, on) => {
      const ids = (await on.as('member', getAllPosts, { limit: 100 })).map(({ ID }) => ID);
      return [ids.includes(post_id), false];
    },
  },
  [postLikes.name]: {
    recipients: listeners,
    act: (on) => on.as('moderator', likePost, ofPost(on)),
    compare: async (message, on) => [message, await countsOfPost(on)],
  },
  [postPoll.name]: {
    recipients: listeners,
    async act(on) {
      await Posts.updateOne({ _id: on.post._id }, { $set: { poll: somePoll() } });
      clearReadCache();
      return on.as('moderator', votePoll, { ...ofPost(on), choices: [1] });
    },
    async compare({ post_id, rev: _rev, ...counts }, on) {
      const { Poll_Votes, Poll_Voters, Poll_Rev } = await on.as('visitor', getPost, { post_id });
      return [counts, { Poll_Votes, Poll_Voters, Poll_Rev }];
    },
  },
  [commentCreated.name]: {
    recipients: listeners,
    act: (on) => on.as('outsider', createComment, { ...ofPost(on), content: 'Well said' }),
    compare: async (message, on) => {
      const found = (await on.as('visitor', getComments, ofPost(on))).find(({ ID }) => ID === message.comment.ID);
      return [message, { ...(await countsOfPost(on)), comment: shared(message.comment, found)[1] }];
    },
  },
  [commentRemoved.name]: {
    recipients: listeners,
    act: async (on) => on.as('moderator', deleteComment, { comment_id: idOf(await buildComment({ post: on.post })) }),
    compare: async ({ comment_id, version: _version, ...counts }, on) => {
      const ids = (await on.as('visitor', getComments, ofPost(on))).map(({ ID }) => ID);
      return [
        { counts, isThere: ids.includes(comment_id) },
        { counts: await countsOfPost(on), isThere: false },
      ];
    },
  },
  [typing.name]: { recipients: listeners, act: (on) => on.socketOf('member').ask('typing', ofPost(on)) },
  [cardsTrending.name]: {
    recipients: signedIn,
    act: async (on) => {
      await on.as('admin', likePost, ofPost(on));
      await refreshTrending();
    },
    compare: async ({ items }, on) => {
      const found = await on.as('visitor', getTrendingPosts, { limit: 20 });
      return [items, items.map((item: object, i: number) => shared(item, found[i])[1])];
    },
  },
  [activityNew.name]: {
    recipients: signedIn,
    act: async (on) => on.runJobs('post.created', (await write(on, 'A post with an activity')).ID),
    compare: ({ item }, on) => compareActivities([item], on),
  },
  [activityBatch.name]: {
    recipients: signedIn,
    act: async (on) => {
      const written = [await write(on, 'The first of three'), await write(on, 'The second'), await write(on, 'The third')];
      await on.runJobs('post.created', ...written.map(({ ID }) => ID));
    },
    compare: ({ items }, on) => compareActivities(items, on),
  },
};

const plan = {
  title: 'Kite evening',
  description: 'Paper, string and a good wind.',
  category: 'Social' as const,
  time: '18:00',
  location: 'The hill',
  is_online: true,
  online_link: 'https://link.example/kites',
};

const events: Record<string, MessageCase> = {
  [eventCreated.name]: {
    recipients: listeners,
    act: (on) => on.as('admin', createEvent, { ...ofSociety(on), ...plan, date: on.event.date }),
    compare: async (message, on) => shared(message, await on.as('visitor', getEventInfo, { event_id: message.ID })),
  },
  [eventUpdated.name]: {
    recipients: listeners,
    act: (on) => on.as('admin', updateEvent, { ...ofEvent(on), title: 'Kite night', online_link: plan.online_link }),
    compare: async (message, on) => shared(message, await on.as('visitor', getEventInfo, ofEvent(on))),
  },
  [eventRemoved.name]: {
    recipients: listeners,
    act: (on) => on.as('admin', deleteEvent, { event_id: idOf(on.doomed.event) }),
    compare: async ({ event_id }, on) => [(await on.as('visitor', getAllEvents, { limit: 100 })).some(({ ID }) => ID === event_id), false],
  },
  [eventStats.name]: {
    recipients: listeners,
    act: (on) => on.as('outsider', toggleAttendance, { ...ofEvent(on), status: 'attending' }),
    matches: isOfEvent,
    compare: async (message, on) => [
      message,
      { ...ofEvent(on), ...ofSociety(on), ...(await on.as('visitor', getEventStats, ofEvent(on))) },
    ],
  },
  [questionAsked.name]: {
    recipients: listeners,
    act: (on) => on.as('outsider', askEventQuestion, { ...ofEvent(on), text: 'Is there parking?' }),
    compare: async ({ question }, on) => {
      const found = (await on.as('visitor', getEventQuestions, ofEvent(on))).find(({ ID }) => ID === question.ID);
      return shared(question, found);
    },
  },
  [questionAnswered.name]: {
    recipients: listeners,
    act: async (on) =>
      on.as('moderator', answerEventQuestion, {
        question_id: idOf(await buildEventQuestion({ event: on.event })),
        answer: 'Behind the library.',
      }),
    compare: async ({ event_id, question_id, ...message }, on) => {
      const found = (await on.as('visitor', getEventQuestions, { event_id })).find(({ ID }) => ID === question_id);
      return shared(message, found);
    },
  },
  [questionRemoved.name]: {
    recipients: listeners,
    act: async (on) => on.as('moderator', deleteEventQuestion, { question_id: idOf(await buildEventQuestion({ event: on.event })) }),
    compare: async ({ event_id, question_id }, on) => {
      const ids = (await on.as('visitor', getEventQuestions, { event_id })).map(({ ID }) => ID);
      return [ids.includes(question_id), false];
    },
  },
  [eventCheckedIn.name]: {
    recipients: moderating,
    act: async (on) => {
      await buildAttendance({ event: on.event, user: on.plainMember });
      await on.as('moderator', checkIn, { ...ofEvent(on), user_id: idOf(on.plainMember) });
    },
    compare: async ({ checked_in, ...message }, on) => {
      const row = (await on.as('admin', getAttendees, ofEvent(on))).find(({ ID }) => ID === message.user_id);
      const { Checked_In_At: at, Checked_In_By: by, Claimed_At: claimed_at, version } = row ?? {};
      return [message, { ...ofEvent(on), user_id: idOf(on.plainMember), at, by, claimed_at, version }];
    },
  },
  [stewardChanged.name]: {
    recipients: inside,
    act: (on) => on.as('admin', setSteward, { ...ofEvent(on), user_id: idOf(on.people.member), steward: true }),
    compare: async ({ version: _version, ...message }, on) => {
      const stewards = await on.as('admin', getStewards, ofEvent(on));
      const user_id = idOf(on.people.member);
      return [message, { ...ofEvent(on), user_id, steward: stewards.some(({ ID }) => ID === user_id) }];
    },
  },
  [attendanceChanged.name]: {
    recipients: ['member'],
    act: (on) => on.as('member', toggleAttendance, { ...ofEvent(on), status: 'attending' }),
    compare: async (message, on) => shared(message, { ...ofEvent(on), ...(await on.as('member', getUserStatus, ofEvent(on))) }),
  },
};

const societies: Record<string, MessageCase> = {
  [societyCreated.name]: {
    recipients: listeners,
    act: (on) =>
      on.as('outsider', createSociety, {
        name: 'Kite Makers',
        description: 'Paper, string and a good wind over campus.',
        category: 'Social',
      }),
    compare: async (message, on) => shared(message, await on.as('visitor', getSocietyInfo, { society_id: message.ID })),
  },
  [societyUpdated.name]: {
    recipients: listeners,
    act: (on) => on.as('admin', updateInfo, { ...ofSociety(on), rules: 'Be kind.' }),
    matches: named('ID', (on) => on.society),
    compare: async (message, on) => shared(message, await on.as('visitor', getSocietyInfo, ofSociety(on))),
  },
  [societyCounts.name]: {
    recipients: listeners,
    act: (on) => write(on, 'One more'),
    matches: named('society_id', (on) => on.society),
    compare: async (message, on) => [message, await countsOfSociety(on)],
  },
  [societyRemoved.name]: {
    recipients: listeners,
    act: (on) => on.as('admin', deleteSociety, { society_id: idOf(on.doomed.society), confirm: on.doomed.society.name }),
    compare: async ({ society_id }, on) => [
      (await on.as('admin', getAllSocieties, { limit: 100 })).some(({ ID }) => ID === society_id),
      false,
    ],
  },
  [societyVisibility.name]: {
    recipients: listeners,
    act: (on) => on.as('admin', updateInfo, { society_id: idOf(on.closing), privacy: { visibility: 'private' } }),
    compare: async ({ society_id, ...message }, on) =>
      shared(message, (await on.as('admin', getSocietyInfo, { society_id })).Privacy ?? undefined),
  },
  [membershipChanged.name]: {
    recipients: inside,
    act: (on) => on.as('admin', updateMemberRole, { ...ofSociety(on), member: idOf(on.plainMember), role: 'moderator' }),
    compare: async (message, on) => {
      const row = (await on.as('admin', getAllMembers, ofSociety(on))).find(({ ID }) => ID === idOf(on.plainMember));
      const rest = { user_id: idOf(on.plainMember), Role: row?.Role, rev: row?.rev, member: shared(message.member, row)[1] };
      return [message, { ...(await countsOfSociety(on)), ...rest }];
    },
  },
};

/** Cases for the messages about societies and their content. */
export const contentMessageCases: Record<string, MessageCase> = { ...posts, ...events, ...societies };
