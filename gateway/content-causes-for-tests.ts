import { foldActivity } from '#models/contract/activity-lines';
import { activityNew, cardsTrending, getActivityFeed, getTrendingPosts } from '#models/contract/analytics';
import { attendanceChanged, eventStats, getUserStatus, toggleAttendance } from '#models/contract/attendance';
import { checkIn, eventCheckedIn, getAttendees } from '#models/contract/check-in';
import { commentCreated, commentRemoved, createComment, deleteComment, getComments } from '#models/contract/comments';
import { createEvent, deleteEvent, eventCreated, eventRemoved, eventUpdated, updateEvent } from '#models/contract/event-changes';
import { getAllEvents, getEventInfo, getEventStats } from '#models/contract/events';
import { getAllMembers, membershipChanged, updateMemberRole } from '#models/contract/members';
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
import { createSociety, getAllSocieties, getSocietyInfo, societyCounts, societyCreated } from '#models/contract/societies';
import { deleteSociety, societyRemoved } from '#models/contract/society-removal';
import { societyUpdated, societyVisibility, updateInfo } from '#models/contract/society-settings';
import { buildAttendance, buildComment } from '#models/testing/builders';
import { refreshTrending } from '#workers/cards/trending';
import {
  type Cause,
  countsOfPost,
  countsOfSociety,
  idOf,
  inside,
  isOfEvent,
  moderating,
  named,
  ofEvent,
  ofPost,
  ofSociety,
  shared,
  signedIn,
  whos,
  write,
} from './stage-for-tests.js';

const posts: Record<string, Cause> = {
  [postCreated.name]: {
    hears: signedIn,
    act: (on) => write(on, 'A new post'),
    same: async (said, on) => shared(said, await on.as('outsider', getPost, { post_id: said.ID })),
  },
  [postUpdated.name]: {
    hears: whos,
    act: (on) => on.as('member', updatePost, { ...ofPost(on), content: 'Said better' }),
    same: async (said, on) => shared(said, await on.as('visitor', getPost, ofPost(on))),
  },
  [postRemoved.name]: {
    hears: whos,
    act: (on) => on.as('moderator', deletePost, { post_id: idOf(on.doomed.post) }),
    same: async ({ post_id }, on) => {
      const ids = (await on.as('member', getAllPosts, { limit: 100 })).map(({ ID }) => ID);
      return [ids.includes(post_id), false];
    },
  },
  [postLikes.name]: {
    hears: whos,
    act: (on) => on.as('moderator', likePost, ofPost(on)),
    same: async (said, on) => [said, await countsOfPost(on)],
  },
  [commentCreated.name]: {
    hears: whos,
    act: (on) => on.as('outsider', createComment, { ...ofPost(on), content: 'Well said' }),
    same: async (said, on) => {
      const found = (await on.as('visitor', getComments, ofPost(on))).find(({ ID }) => ID === said.comment.ID);
      return [said, { ...(await countsOfPost(on)), comment: shared(said.comment, found)[1] }];
    },
  },
  [commentRemoved.name]: {
    hears: whos,
    act: async (on) => on.as('moderator', deleteComment, { comment_id: idOf(await buildComment({ post: on.post })) }),
    same: async ({ comment_id, ...counts }, on) => {
      const ids = (await on.as('visitor', getComments, ofPost(on))).map(({ ID }) => ID);
      return [
        { counts, isThere: ids.includes(comment_id) },
        { counts: await countsOfPost(on), isThere: false },
      ];
    },
  },
  [typing.name]: { hears: whos, act: (on) => on.socketOf('member').ask('typing', ofPost(on)) },
  [cardsTrending.name]: {
    hears: signedIn,
    act: async (on) => {
      await on.as('admin', likePost, ofPost(on));
      await refreshTrending();
    },
    same: async ({ items }, on) => {
      const found = await on.as('visitor', getTrendingPosts, { limit: 20 });
      return [items, items.map((item: object, i: number) => shared(item, found[i])[1])];
    },
  },
  [activityNew.name]: {
    hears: signedIn,
    act: async (on) => on.work('post.created', (await write(on, 'A post that is told of')).ID),
    // A refetch folds what one person did repeatedly into one line; a screen folds the message into its line in the same way.
    same: async ({ item }, on) => {
      const line = (await on.as('outsider', getActivityFeed, { limit: 20 })).find(({ id }) => id === item.id);
      const earlier = (line?.others ?? []).map((other) => ({ ...item, ...other }));
      const [folded] = foldActivity([item, ...earlier]);
      return [{ ...folded, action: line?.action }, line];
    },
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

const events: Record<string, Cause> = {
  [eventCreated.name]: {
    hears: whos,
    act: (on) => on.as('admin', createEvent, { ...ofSociety(on), ...plan, date: on.event.date }),
    same: async (said, on) => shared(said, await on.as('visitor', getEventInfo, { event_id: said.ID })),
  },
  [eventUpdated.name]: {
    hears: whos,
    act: (on) => on.as('admin', updateEvent, { ...ofEvent(on), title: 'Kite night', online_link: plan.online_link }),
    same: async (said, on) => shared(said, await on.as('visitor', getEventInfo, ofEvent(on))),
  },
  [eventRemoved.name]: {
    hears: whos,
    act: (on) => on.as('admin', deleteEvent, { event_id: idOf(on.doomed.event) }),
    same: async ({ event_id }, on) => [(await on.as('visitor', getAllEvents, { limit: 100 })).some(({ ID }) => ID === event_id), false],
  },
  [eventStats.name]: {
    hears: whos,
    act: (on) => on.as('outsider', toggleAttendance, { ...ofEvent(on), status: 'attending' }),
    fits: isOfEvent,
    same: async (said, on) => [said, { ...ofEvent(on), ...ofSociety(on), ...(await on.as('visitor', getEventStats, ofEvent(on))) }],
  },
  [eventCheckedIn.name]: {
    hears: moderating,
    act: async (on) => {
      await buildAttendance({ event: on.event, user: on.mate });
      await on.as('moderator', checkIn, { ...ofEvent(on), user_id: idOf(on.mate) });
    },
    same: async ({ checked_in, ...said }, on) => {
      const row = (await on.as('admin', getAttendees, ofEvent(on))).find(({ ID }) => ID === said.user_id);
      const { Checked_In_At: at, Checked_In_By: by, version } = row ?? {};
      return [said, { ...ofEvent(on), user_id: idOf(on.mate), at, by, version }];
    },
  },
  [attendanceChanged.name]: {
    hears: ['member'],
    act: (on) => on.as('member', toggleAttendance, { ...ofEvent(on), status: 'attending' }),
    same: async (said, on) => shared(said, { ...ofEvent(on), ...(await on.as('member', getUserStatus, ofEvent(on))) }),
  },
};

const societies: Record<string, Cause> = {
  [societyCreated.name]: {
    hears: whos,
    act: (on) =>
      on.as('outsider', createSociety, {
        name: 'Kite Makers',
        description: 'Paper, string and a good wind over campus.',
        category: 'Social',
      }),
    same: async (said, on) => shared(said, await on.as('visitor', getSocietyInfo, { society_id: said.ID })),
  },
  [societyUpdated.name]: {
    hears: whos,
    act: (on) => on.as('admin', updateInfo, { ...ofSociety(on), rules: 'Be kind.' }),
    fits: named('ID', (on) => on.society),
    same: async (said, on) => shared(said, await on.as('visitor', getSocietyInfo, ofSociety(on))),
  },
  [societyCounts.name]: {
    hears: whos,
    act: (on) => write(on, 'One more'),
    fits: named('society_id', (on) => on.society),
    same: async (said, on) => [said, await countsOfSociety(on)],
  },
  [societyRemoved.name]: {
    hears: whos,
    act: (on) => on.as('admin', deleteSociety, { society_id: idOf(on.doomed.society), confirm: on.doomed.society.name }),
    same: async ({ society_id }, on) => [
      (await on.as('admin', getAllSocieties, { limit: 100 })).some(({ ID }) => ID === society_id),
      false,
    ],
  },
  [societyVisibility.name]: {
    hears: whos,
    act: (on) => on.as('admin', updateInfo, { society_id: idOf(on.closing), privacy: { visibility: 'private' } }),
    same: async ({ society_id, ...said }, on) => shared(said, (await on.as('admin', getSocietyInfo, { society_id })).Privacy ?? undefined),
  },
  [membershipChanged.name]: {
    hears: inside,
    act: (on) => on.as('admin', updateMemberRole, { ...ofSociety(on), member: idOf(on.mate), role: 'moderator' }),
    same: async (said, on) => {
      const row = (await on.as('admin', getAllMembers, ofSociety(on))).find(({ ID }) => ID === idOf(on.mate));
      const rest = { user_id: idOf(on.mate), Role: row?.Role, member: shared(said.member, row)[1] };
      return [said, { ...(await countsOfSociety(on)), ...rest }];
    },
  },
};

/** How what is in societies, and societies themselves, come to be spoken of. */
export const contentCauses: Record<string, Cause> = { ...posts, ...events, ...societies };
