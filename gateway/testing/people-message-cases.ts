import { refOf } from '#models/bus/records';
import { claimChanged, claimSociety, getClaims } from '#models/contract/admin-claims';
import { sessionEnded } from '#models/contract/auth';
import { askDemotion, demotionChanged, getDemotions } from '#models/contract/demotions';
import { declineInvitation } from '#models/contract/invitation-answers';
import { getInvitations, invitationNew, invitationRemoved, invite } from '#models/contract/invitations';
import { getJoinRequests, rejectRequest } from '#models/contract/join-request-queue';
import { askToJoin, joinRequestCreated, joinRequestDecided, joinRequestWithdrawn, withdrawRequest } from '#models/contract/join-requests';
import { namesChanged } from '#models/contract/names-changed';
import { hideOnRoster } from '#models/contract/naming';
import { getNotifications, getUnreadCount, markRead, notificationNew, notificationRead } from '#models/contract/notifications';
import { followUser, profileCounts } from '#models/contract/people';
import { getPost, likePost } from '#models/contract/posts';
import { updateProfile } from '#models/contract/profile-changes';
import { getPublicProfile, userUpdated } from '#models/contract/profiles';
import { cardsRecommendations } from '#models/contract/recommendations';
import { appealRemoval, reportAppealed } from '#models/contract/report-appeals';
import { getReports, reportCreated, reportPost, reportResolved, reportTaken, resolveReport, takeReport } from '#models/contract/reports';
import { joinRequestLooking } from '#models/contract/request-desk';
import { getSessions } from '#models/contract/sessions';
import { getStaff, proposeStaffChange } from '#models/contract/staff';
import { staffChanged } from '#models/contract/staff-scopes';
import { createTicket, getMyTickets, supportRequestUpdated } from '#models/contract/support';
import { ownChanged } from '#models/contract/users';
import { Cards } from '#models/db/cards';
import { Likes } from '#models/db/likes';
import {
  buildAbandonedSociety,
  buildJoinRequest,
  buildMember,
  buildNotification,
  buildOldMember,
  buildPost,
  buildReport,
} from '#models/testing/builders';
import { dispatch } from '#workers/activity/dispatch';
import { refreshRecommendations } from '#workers/cards/recommendations';
import {
  idOf,
  type Listener,
  listeners,
  type MessageCase,
  type MessageScenario,
  moderating,
  named,
  ofPost,
  ofSociety,
  shared,
} from './message-scenario.js';

/** Creates a pending request of the outsider. */
const pending = async (on: MessageScenario): Promise<string> =>
  idOf(await buildJoinRequest({ society: on.society, user: on.people.outsider }));
const requestOf = async (on: MessageScenario, id: string) =>
  (await Promise.all((['pending', 'rejected'] as const).map((status) => on.as('admin', getJoinRequests, { ...ofSociety(on), status }))))
    .flat()
    .find(({ Request_ID }) => Request_ID === id);
const seesRequests: readonly Listener[] = ['outsider', 'admin', 'platform admin'];

const asking: Record<string, MessageCase> = {
  [joinRequestCreated.name]: {
    recipients: seesRequests,
    act: (on) => on.as('outsider', askToJoin, { ...ofSociety(on), answer: 'Please' }),
    compare: async (message, on) => [message, { ...ofSociety(on), request: await requestOf(on, message.request.Request_ID) }],
  },
  [joinRequestWithdrawn.name]: {
    recipients: seesRequests,
    act: (on) => on.as('outsider', withdrawRequest, ofSociety(on)),
    compare: async ({ request_id }, on) => [await requestOf(on, request_id), undefined],
  },
  [joinRequestDecided.name]: {
    recipients: seesRequests,
    act: async (on) => on.as('admin', rejectRequest, { request_id: await pending(on), reason: 'Next term' }),
    compare: async ({ request_id, society_id, ...message }, on) => shared(message, await requestOf(on, request_id)),
  },
  [joinRequestLooking.name]: {
    recipients: ['admin', 'platform admin'],
    act: async (on) =>
      on.socketOf('admin').ask('looking', { request_id: idOf(await buildJoinRequest({ society: on.society })), looking: true }),
  },
  [namesChanged.name]: {
    recipients: listeners,
    act: (on) => on.as('member', hideOnRoster, { ...ofSociety(on), hidden: true }),
    matches: named('society_id', (on) => on.society),
  },
  [invitationNew.name]: {
    recipients: ['outsider'],
    act: (on) => on.as('admin', invite, { ...ofSociety(on), user_id: idOf(on.people.outsider) }),
    compare: async ({ invitation }, on) => [[invitation], await on.as('outsider', getInvitations, {})],
  },
  [invitationRemoved.name]: {
    recipients: ['outsider'],
    act: async (on) => {
      for (const { ID } of await on.as('outsider', getInvitations, {})) await on.as('outsider', declineInvitation, { invitation_id: ID });
    },
    compare: async (_message, on) => [await on.as('outsider', getInvitations, {}), []],
  },
  [reportCreated.name]: {
    recipients: moderating,
    act: (on) => on.as('outsider', reportPost, { ...ofPost(on), message: 'It is spam.' }),
    compare: async ({ report }, on) => [[report], await on.as('moderator', getReports, ofSociety(on))],
  },
  [reportResolved.name]: {
    recipients: moderating,
    act: async (on) => {
      const report = await buildReport({ object: on.post, society: on.society, about: on.people.member });
      await on.as('moderator', resolveReport, { report_id: idOf(report), action: 'dismiss' });
    },
    compare: async ({ report_id, version }, on) => {
      const found = await on.as('admin', getReports, { ...ofSociety(on), status: 'dismissed' });
      return [
        { report_id, version },
        { report_id: found[0]?.ID, version: found[0]?.version },
      ];
    },
  },
  [reportTaken.name]: {
    recipients: moderating,
    act: async (on) => {
      const report = await buildReport({ object: on.post, society: on.society, about: on.people.member });
      await on.as('moderator', takeReport, { report_id: idOf(report), taken: true });
    },
    compare: async ({ report_id, Taken_By, version }, on) => {
      const [found] = await on.as('admin', getReports, ofSociety(on));
      return [
        { report_id, Taken_By, version },
        { report_id: found?.ID, Taken_By: found?.Taken_By, version: found?.version },
      ];
    },
  },
  [reportAppealed.name]: {
    recipients: moderating,
    act: async (on) => {
      const post = await buildPost({ society: on.society, author: on.people.member, removedAt: new Date() });
      const decided = { about: on.people.member, status: 'removed', decidedBy: on.people.admin._id } as const;
      await buildReport({ ...decided, object: post, society: on.society, decidedAt: new Date() });
      await on.as('member', appealRemoval, { kind: 'post', id: idOf(post), message: 'It broke no rule.' });
    },
    compare: async ({ report }, on) => [[report], await on.as('moderator', getReports, { ...ofSociety(on), status: 'appealed' })],
  },
  [staffChanged.name]: {
    recipients: ['platform admin'],
    act: (on) => on.as('platform admin', proposeStaffChange, { user_id: idOf(on.people.member), kind: 'give', scopes: ['support'] }),
    compare: async ({ user_id }, on) => {
      const { proposals } = await on.as('platform admin', getStaff, {});
      return [[user_id], proposals.map(({ Person }) => Person.ID)];
    },
  },
  [demotionChanged.name]: {
    recipients: ['admin', 'platform admin'],
    act: async (on) => {
      const [other] = [await buildMember(on.society, 'admin'), await buildMember(on.society, 'admin')];
      await on.as('admin', askDemotion, { ...ofSociety(on), user_id: idOf(other), reason: 'Away since spring.' });
    },
    compare: async ({ demotion }, on) => [[demotion], await on.as('admin', getDemotions, ofSociety(on))],
  },
  [claimChanged.name]: {
    recipients: ['member', 'platform admin'],
    act: async (on) => {
      const society = await buildAbandonedSociety();
      await buildOldMember(society, on.people.member);
      await on.as('member', claimSociety, { society_id: idOf(society), words: 'I ran the lab for a year.' });
    },
    compare: async ({ claim }, on) => [[claim], await on.as('platform admin', getClaims, {})],
  },
  [supportRequestUpdated.name]: {
    recipients: ['member', 'platform admin'],
    act: (on) => on.as('member', createTicket, { category: 'general', subject: 'The lab', content: 'Its door is locked.' }),
    compare: async ({ ticket }, on) =>
      shared(
        ticket,
        (await on.as('member', getMyTickets, {})).find(({ ID }) => ID === ticket.ID),
      ),
  },
};

const people: Record<string, MessageCase> = {
  [profileCounts.name]: {
    recipients: listeners,
    act: (on) => on.as('outsider', followUser, { user_id: idOf(on.people.member) }),
    matches: named('user_id', (on) => on.people.member),
    compare: async ({ user_id, ...message }, on) => shared(message, await on.as('visitor', getPublicProfile, { user_id })),
  },
  [userUpdated.name]: {
    recipients: listeners,
    act: (on) => on.as('member', updateProfile, { name: 'Another Name' }),
    compare: async ({ user_id, ...message }, on) => shared(message, await on.as('visitor', getPublicProfile, { user_id })),
  },
  [ownChanged.name]: {
    recipients: ['member'],
    act: (on) => on.as('member', likePost, ofPost(on)),
    compare: async ({ kind, id, on: isOn, version }, on) => {
      const { Is_Liked, Like_Version } = await on.as('member', getPost, ofPost(on));
      return [
        { kind, id, isOn, version },
        { kind: 'like', id: idOf(on.post), isOn: Is_Liked, version: Like_Version },
      ];
    },
  },
  [notificationNew.name]: {
    recipients: ['member'],
    act: async (on) => {
      await on.as('outsider', likePost, ofPost(on));
      const like = await Likes.findOne({ post: on.post._id, user: on.people.outsider._id }).lean();
      if (like) await dispatch(refOf({ kind: 'like', doc: like }));
    },
    compare: async (message, on) => {
      const notification = (await on.as('member', getNotifications, {})).find(({ ID }) => ID === message.notification.ID);
      return [message, { notification, unread: await on.as('member', getUnreadCount, {}) }];
    },
  },
  [notificationRead.name]: {
    recipients: ['member'],
    act: async (on) => on.as('member', markRead, { notification_id: idOf(await buildNotification({ user: on.people.member })) }),
    compare: async ({ notification_ids, unread }, on) => {
      const found = (await on.as('member', getNotifications, {})).filter(({ ID }) => notification_ids.includes(ID));
      return [
        { read: found.map(({ read }) => read), unread },
        { read: [true], unread: await on.as('member', getUnreadCount, {}) },
      ];
    },
  },
  [cardsRecommendations.name]: {
    recipients: ['outsider'],
    act: (on) => refreshRecommendations(idOf(on.people.outsider)),
    compare: async ({ computedAt }, on) => [
      computedAt,
      (await Cards.findById(`recommendations:${on.people.outsider._id}`).lean())?.computedAt.toISOString(),
    ],
  },
  [sessionEnded.name]: {
    recipients: ['member'],
    act: (on) => on.endSessionOf('member'),
    compare: async ({ session_ids }, on) => [(await on.as('member', getSessions, {})).filter(({ ID }) => session_ids.includes(ID)), []],
  },
};

/** Cases for the messages between people and about the own account. */
export const peopleMessageCases: Record<string, MessageCase> = { ...asking, ...people };
