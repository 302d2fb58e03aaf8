import { act, cleanup, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attendanceChanged, getUserStatus, toggleAttendance, toggleBookmark } from '#models/contract/attendance';
import { checkIn, eventCheckedIn, getAttendees } from '#models/contract/check-in';
import type { Call, DataOf } from '#models/contract/define';
import { answerDemotion, type Demotion, demotionChanged } from '#models/contract/demotions';
import { answerEventQuestion, type EventQuestion, getEventQuestions, questionAnswered } from '#models/contract/event-questions';
import { attendSeries } from '#models/contract/event-series';
import { getEventInfo } from '#models/contract/events';
import { askToJoin, joinRequestCreated, joinRequestWithdrawn, withdrawRequest } from '#models/contract/join-requests';
import { getAllMembers, updateMemberRole } from '#models/contract/member-list';
import { leaveSociety, membershipChanged } from '#models/contract/members';
import { followUser, profileCounts } from '#models/contract/people';
import { getPublicProfile, getUserProfileInfo, updatePreferences } from '#models/contract/profiles';
import { getReports, reportResolved, resolveReport } from '#models/contract/reports';
import { setRoleTerm } from '#models/contract/role-terms';
import { getAllSocieties, getSocietiesByUser, getSocietyInfo, type Society, societyUpdated } from '#models/contract/societies';
import { followSociety } from '#models/contract/society-follows';
import { updateInfo } from '#models/contract/society-settings';
import { getMyTickets, getTickets, replyToTicket, type SupportRequest, supportRequestUpdated, takeTicket } from '#models/contract/support';
import { ownChanged } from '#models/contract/users';
import { applyCheckIn, useAttendees } from '@/features/attendance/attendees.store';
import { attend, bookmark } from '@/features/events/attendance';
import { useStanding } from '@/features/events/events.queries';
import { answerQuestion, useQuestions } from '@/features/events/questions/questions.store';
import { attendAll } from '@/features/events/series-attendance';
import { changeRole, changeTerm } from '@/features/members/change-member';
import { answer, useDemotions } from '@/features/members/demotions.store';
import { useMembers } from '@/features/members/members.queries';
import { setFollow } from '@/features/profiles/follow';
import { useProfile } from '@/features/profiles/profiles.store';
import { useReports } from '@/features/reports/reports.store';
import { useDecide } from '@/features/reports/use-decide';
import { join, withdraw } from '@/features/societies/join';
import { leave } from '@/features/societies/leave';
import { useSaveSettings } from '@/features/societies/settings/use-save-settings';
import '@/features/societies/membership.live';
import { useSocietiesLive } from '@/features/societies/societies.live';
import { useSociety } from '@/features/societies/societies.queries';
import { useMyRequests, useRequests } from '@/features/support/requests.store';
import { useReply } from '@/features/support/use-reply';
import { useTake } from '@/features/support/use-take';
import { api } from '@/lib/api';
import { i18n } from '@/lib/i18n';
import { queryClient } from '@/lib/query';
import { useSession } from '@/lib/session';
import { clearUserState } from '@/lib/user-change';
import { setFollowing, useIsFollowing } from '@/sync/followed';
import { setMuted, useIsMuted } from '@/sync/mute';
import { deferred } from './deferred';
import { aDemotion, serveDemotions } from './fake-claims';
import { aFollowedSociety, serveFollowed } from './fake-follows';
import { onCall, yes } from './fake-server';
import { arrives, connectSocket } from './fake-socket';
import { aSociety, newId } from './fixtures';
import { anOwnProfile, somePreferences } from './own-profile-fixtures';
import { anAttendee, aProfile, aReply, aReport, aTicket } from './people-fixtures';
import { isShown, refetchAll } from './refetch';
import { show } from './render';
import { meetings, SeriesSubject, serveAttendance } from './rows/series';
import { computedAt, json, me, page, subject, text } from './rows/shared';
import { aJoinRequest, aMember, anEvent, aQuestion, asMember, sharedSocietyOf } from './society-fixtures';

/** Server state: before, after the own action, and after a later change by someone else or another tab. */
type Stage = 'before' | 'own' | 'next';

/** A user action whose answer and live message arrive in either order. */
interface OwnAction<C extends Call = Call> {
  what: string;
  screen: ReactNode;
  serve(stage: Stage): void;
  act(): Promise<unknown>;
  call: C;
  answer: DataOf<C>;
  /** Delivers the action's message; `next` that of the later change. */
  own(): void;
  next?(): void;
}
const ownAction = <C extends Call>(of: OwnAction<C>): OwnAction => of as unknown as OwnAction;

const profile = aProfile({ Followers: 4, Following: 2, rev: 5, version: 2 });
const followers = { before: 4, own: 5, next: 4 };
function Profile() {
  const { profile: shown } = useProfile(profile.ID);
  return json([shown?.Is_Following, shown?.Followers]);
}
const follow = (on: boolean, version: number, Followers: number, rev: number) => {
  arrives(ownChanged, { kind: 'follow', id: profile.ID, on, version });
  arrives(profileCounts, { user_id: profile.ID, Followers, Following: 2, rev });
};

const event = anEvent({ attendees: 2, interested: 1, seats_left: 3, rev: 5, version: 2 });
function Standing() {
  const { standing, isBookmarked } = useStanding(event.ID);
  return json([standing, isBookmarked]);
}
const standing = {
  attendance: 'not_attending',
  waiting_position: null,
  rev: 5,
  version: 3,
  bookmarked: false,
  bookmark_version: 1,
} as const;
const serveStanding = (fields: Partial<DataOf<typeof getUserStatus>>) => {
  onCall(getUserStatus, () => yes(getUserStatus, { ...standing, ...fields }));
  onCall(getEventInfo, () => yes(getEventInfo, event));
};
const counts = { attendees: 3, interested: 1, shares: 0, seats_left: 2, rev: 6 };

const society = asMember(aSociety({ Member_Count: 12, rev: 5 }), 'admin');
const member = aMember({ Role: 'member' });
function Members() {
  return json(useMembers(society.ID, { q: '', role: '', sort: 'name' }).items.map(({ ID, Role }) => [ID, Role]));
}
function MemberTerms() {
  return json(useMembers(society.ID, { q: '', role: '', sort: 'name' }).items.map(({ ID, Role, Role_Until }) => [ID, Role, Role_Until]));
}
const lastDay = '2031-06-30';
const roles = { before: 'member', own: 'moderator', next: 'admin' } as const;
const role = (stage: Stage, rev: number) => ({ society_id: society.ID, user_id: member.ID, Role: roles[stage], Member_Count: 12, rev });
const deliverRole = (stage: Stage, rev: number) => arrives(membershipChanged, { ...role(stage, rev), Event_Count: 3, Post_Count: 4 });

const asking = aDemotion({ Society_ID: society.ID });
const demotions: Record<Stage, Demotion> = {
  before: asking,
  own: { ...asking, Agreed: [...asking.Agreed, me.ID], version: 2 },
  next: { ...asking, Status: 'withdrawn', version: 3 },
};
function Demotions() {
  return json(useDemotions(society.ID).items.map(({ ID, Agreed }) => [ID, Agreed]));
}

const outside = aSociety({ Role: null, Request_Status: null });
const asked = aJoinRequest({ User: me.ID });
function Asked() {
  useSocietiesLive();
  const one = useSociety(outside.ID);
  return json(one.is === 'there' ? one.society.Request_Status : one.is);
}
const serveAsked = (Request_Status: Society['Request_Status']) => {
  const found = { ...outside, Request_Status };
  onCall(getSocietyInfo, () => yes(getSocietyInfo, found));
  onCall(getAllSocieties, () => yes(getAllSocieties, [found], page));
  onCall(getSocietiesByUser, () => yes(getSocietiesByUser, []));
};
const deliverRequest = (version: number) =>
  arrives(joinRequestCreated, { society_id: outside.ID, request: { ...asked, Status: 'pending', version } });
const deliverWithdrawal = (request_id: string, version: number) =>
  arrives(joinRequestWithdrawn, { society_id: outside.ID, request_id, version });

function Muted() {
  return json(useIsMuted(society.ID));
}
function Following() {
  return json(useIsFollowing(outside.ID));
}
const preferences = (isMuted: boolean) => somePreferences({ muted_societies: isMuted ? [society.ID] : [] });

const report = aReport();
const decided = { ...report, Status: 'dismissed' as const, version: 2 };
let decide: ReturnType<typeof useDecide>['decide'];
function Reports() {
  ({ decide } = useDecide(report));
  return json(useReports('open', report.Society_ID ?? '').items.map(({ ID }) => ID));
}

const ticket = aTicket({ User: me.ID });
const replied: SupportRequest = { ...ticket, Replies: [aReply({})], version: 2 };
const answered: SupportRequest = {
  ...replied,
  Status: 'answered',
  Replies: [...replied.Replies, aReply({ Is_Support: true })],
  version: 3,
};
const ticketAt = { before: ticket, own: replied, next: answered };
let reply: ReturnType<typeof useReply>['send'];
function Tickets() {
  ({ send: reply } = useReply(ticket));
  return json(useMyRequests().items.map(({ Status, Replies }) => [Status, Replies.length]));
}
const taken: SupportRequest = { ...ticket, Taken_By: { ID: me.ID, Name: me.Name }, version: 2 };
const takenOver: SupportRequest = { ...ticket, Taken_By: { ID: newId(), Name: 'Hana' }, version: 3 };
const takenAt = { before: ticket, own: taken, next: takenOver };
let take: ReturnType<typeof useTake>['run'];
function Taken() {
  ({ run: take } = useTake(ticket));
  return json(useRequests('open').items.map(({ Taken_By }) => Taken_By?.Name ?? null));
}
const deliverTicket = ({ User_Email: _email, ...shared }: SupportRequest) => arrives(supportRequestUpdated, { ticket: shared });

const guest = anAttendee({ version: 2 });
const host = newId();
const inside = { Checked_In_At: computedAt, Checked_In_By: host, version: 3 };
const guestAt = { before: guest, own: { ...guest, ...inside }, next: { ...guest, version: 4 } };
function Door() {
  return json(useAttendees(event.ID, 'attending').items.map(({ Checked_In_At }) => Checked_In_At));
}
async function letIn(): Promise<void> {
  applyCheckIn(event.ID, (await api(checkIn, { event_id: event.ID, user_id: guest.ID })).data);
}
const deliverCheckIn = ({ Checked_In_At: at, Checked_In_By: by, version }: typeof guest) =>
  arrives(eventCheckedIn, { event_id: event.ID, user_id: guest.ID, at, by, claimed_at: null, checked_in: at ? 1 : 0, version });

const question = aQuestion({ Event_ID: event.ID });
const answeredHere: EventQuestion = { ...question, Answer: 'Here.', Answered_At: computedAt, version: 2 };
const answeredAt = { before: question, own: answeredHere, next: { ...answeredHere, Answer: 'There.', version: 3 } };
function Answers() {
  return json(useQuestions(event.ID).items.map(({ Answer }) => Answer));
}
const deliverAnswer = ({ ID, Answer, Answered_At, version }: EventQuestion) =>
  arrives(questionAnswered, { event_id: event.ID, question_id: ID, Answer, Answered_At, version });

const named = {
  before: society,
  own: { ...society, Name: 'Robots', version: society.version + 1 },
  next: { ...society, Name: 'Robotics', version: society.version + 2 },
};
let save: ReturnType<typeof useSaveSettings>['save'];
function Settings() {
  useSocietiesLive();
  ({ save } = useSaveSettings(society.ID));
  const one = useSociety(society.ID);
  return json(one.is === 'there' ? [one.society.Name, one.society.Role] : one.is);
}
const serveSociety = (found: Society) => {
  onCall(getSocietyInfo, () => yes(getSocietyInfo, found));
  onCall(getSocietiesByUser, () => yes(getSocietiesByUser, [found]));
};

const left = { ...society, Role: null, Member_Count: 11, rev: 6 };
const again = { ...asMember(society, 'member'), Member_Count: 12, rev: 7 };
const standingAt = { before: society, own: left, next: again };
const deliverMembership = ({ Role, Member_Count, Event_Count, Post_Count, rev }: Society) =>
  arrives(membershipChanged, { society_id: society.ID, user_id: me.ID, Role, Member_Count, Event_Count, Post_Count, rev });

const ownActions: OwnAction[] = [
  ownAction<typeof checkIn>({
    what: 'somebody let in',
    screen: subject(<Door />),
    serve: (stage) =>
      onCall(getAttendees, () => yes(getAttendees, [guestAt[stage]], { ...page, counts: { attending: 1, waiting: 0, checked_in: 0 } })),
    act: letIn,
    call: checkIn,
    answer: { ...inside, user: { ID: guest.ID, Name: guest.Name, Image: '' }, again: false, checked_in: 1 },
    own: () => deliverCheckIn(guestAt.own),
    next: () => deliverCheckIn(guestAt.next),
  }),
  ownAction<typeof answerEventQuestion>({
    what: 'a question answered',
    screen: subject(<Answers />),
    serve: (stage) => onCall(getEventQuestions, () => yes(getEventQuestions, [answeredAt[stage]], page)),
    act: () => answerQuestion(question.ID, 'Here.'),
    call: answerEventQuestion,
    answer: answeredHere,
    own: () => deliverAnswer(answeredAt.own),
    next: () => deliverAnswer(answeredAt.next),
  }),
  ownAction<typeof updateInfo>({
    what: 'a society renamed',
    screen: subject(<Settings />),
    serve: (stage) => serveSociety(named[stage]),
    act: () => save({ name: 'Robots' }),
    call: updateInfo,
    answer: null,
    own: () => arrives(societyUpdated, sharedSocietyOf(named.own)),
    next: () => arrives(societyUpdated, sharedSocietyOf(named.next)),
  }),
  ownAction<typeof leaveSociety>({
    what: 'a society left',
    screen: subject(<Settings />),
    serve: (stage) => serveSociety(standingAt[stage]),
    act: () => leave(society.ID),
    call: leaveSociety,
    answer: { society_id: society.ID, user_id: me.ID, Role: null, Member_Count: 11, rev: 6 },
    own: () => deliverMembership(left),
    next: () => deliverMembership(again),
  }),
  ownAction<typeof followUser>({
    what: 'a follow',
    screen: subject(<Profile />),
    serve: (stage) =>
      onCall(getPublicProfile, () =>
        yes(getPublicProfile, {
          ...profile,
          Is_Following: stage === 'own',
          Followers: followers[stage],
          rev: { before: 5, own: 6, next: 7 }[stage],
        }),
      ),
    act: () => setFollow(profile.ID, true),
    call: followUser,
    answer: { Is_Following: true, Followers: 5, Following: 2, rev: 6, version: 4 },
    own: () => follow(true, 4, 5, 6),
    next: () => follow(false, 5, 4, 7),
  }),
  ownAction<typeof toggleAttendance>({
    what: 'coming to an event',
    screen: subject(<Standing />),
    serve: (stage) =>
      serveStanding({ before: {}, own: { attendance: 'attending', rev: 6, version: 4 }, next: { rev: 7, version: 5 } }[stage] as object),
    act: () => attend(event, 'attending'),
    call: toggleAttendance,
    answer: { ...counts, attendance: 'attending', waiting_position: null, version: 4, message: 'You are going.' },
    own: () => arrives(attendanceChanged, { event_id: event.ID, attendance: 'attending', waiting_position: null, rev: 6, version: 4 }),
    next: () => arrives(attendanceChanged, { event_id: event.ID, attendance: 'not_attending', waiting_position: null, rev: 7, version: 5 }),
  }),
  ownAction<typeof attendSeries>({
    what: 'coming to all meetings of a series',
    screen: subject(<SeriesSubject />),
    serve: (stage) => {
      if (stage === 'own') serveAttendance('attending', 4);
      else serveAttendance('not_attending', stage === 'before' ? 3 : 5);
    },
    act: () => attendAll('a series', meetings, 'attending'),
    call: attendSeries,
    answer: {
      meetings: meetings.map(({ ID }) => ({ ...counts, event_id: ID, attendance: 'attending', waiting_position: null, version: 4 })),
    },
    own: () => {
      for (const { ID: event_id } of meetings)
        arrives(attendanceChanged, { event_id, attendance: 'attending', waiting_position: null, rev: 6, version: 4 });
    },
    next: () => {
      for (const { ID: event_id } of meetings)
        arrives(attendanceChanged, { event_id, attendance: 'not_attending', waiting_position: null, rev: 7, version: 5 });
    },
  }),
  ownAction<typeof toggleBookmark>({
    what: 'a bookmark',
    screen: subject(<Standing />),
    serve: (stage) => serveStanding({ before: {}, own: { bookmarked: true, bookmark_version: 2 }, next: { bookmark_version: 3 } }[stage]),
    act: () => bookmark(event, true),
    call: toggleBookmark,
    answer: { ...counts, bookmarked: true, version: 2, message: 'Kept.' },
    own: () => arrives(ownChanged, { kind: 'bookmark', id: event.ID, on: true, version: 2 }),
    next: () => arrives(ownChanged, { kind: 'bookmark', id: event.ID, on: false, version: 3 }),
  }),
  ownAction<typeof updateMemberRole>({
    what: 'a role given',
    screen: subject(<Members />),
    serve: (stage) =>
      onCall(getAllMembers, () =>
        yes(getAllMembers, [{ ...member, Role: roles[stage] }], { ...page, counts: { total: 12, admins: 1, moderators: 0 } }),
      ),
    act: () => changeRole(society.ID, member, 'moderator'),
    call: updateMemberRole,
    answer: role('own', 6),
    own: () => deliverRole('own', 6),
    next: () => deliverRole('next', 7),
  }),
  ownAction<typeof answerDemotion>({
    what: 'an agreement to a demotion',
    screen: subject(<Demotions />),
    serve: (stage) => serveDemotions(...(stage === 'next' ? [] : [demotions[stage]])),
    act: () => answer(demotions.before, true),
    call: answerDemotion,
    answer: demotions.own,
    own: () => arrives(demotionChanged, { demotion: demotions.own }),
    next: () => arrives(demotionChanged, { demotion: demotions.next }),
  }),
  ownAction<typeof setRoleTerm>({
    what: 'a role given until a day',
    screen: subject(<MemberTerms />),
    serve: (stage) =>
      onCall(getAllMembers, () => {
        const found = { ...member, Role: roles[stage], ...(stage === 'own' && { Role_Until: lastDay }) };
        return yes(getAllMembers, [found], { ...page, counts: { total: 12, admins: 1, moderators: 0 } });
      }),
    act: () => changeTerm(society.ID, member, { role: 'moderator', until: lastDay, successor: null }),
    call: setRoleTerm,
    answer: { ...role('own', 6), Role_Until: lastDay },
    own: () => {
      const { Email: _email, rev: _rev, ...shown } = member;
      const withEnd = { ...shown, Role: roles.own, Role_Until: lastDay };
      arrives(membershipChanged, { ...role('own', 6), member: withEnd, Event_Count: 3, Post_Count: 4 });
    },
    next: () => deliverRole('next', 7),
  }),
  ownAction<typeof askToJoin>({
    what: 'a request to join',
    screen: subject(<Asked />),
    serve: (stage) => serveAsked(stage === 'own' ? 'pending' : null),
    act: () => join(outside.ID),
    call: askToJoin,
    answer: { status: 'pending', Request_ID: asked.Request_ID, version: 1 },
    own: () => deliverRequest(1),
    next: () => deliverWithdrawal(asked.Request_ID, 2),
  }),
  ownAction<typeof withdrawRequest>({
    what: 'a request withdrawn',
    screen: subject(<Asked />),
    serve: (stage) => serveAsked(stage === 'own' ? null : 'pending'),
    act: () => withdraw(outside.ID),
    call: withdrawRequest,
    answer: { Request_ID: asked.Request_ID, version: 2 },
    own: () => deliverWithdrawal(asked.Request_ID, 2),
    next: () =>
      arrives(joinRequestCreated, {
        society_id: outside.ID,
        request: { ...asked, Request_ID: `f${asked.Request_ID.slice(1)}`, Status: 'pending', version: 1 },
      }),
  }),
  ownAction<typeof updatePreferences>({
    what: 'a society muted',
    screen: subject(<Muted />),
    serve: (stage) => {
      const version = { before: 1, own: 2, next: 3 }[stage];
      onCall(getUserProfileInfo, () => yes(getUserProfileInfo, anOwnProfile({ preferences: preferences(stage === 'own'), version })));
    },
    act: () => setMuted(society.ID, true),
    call: updatePreferences,
    answer: { preferences: preferences(true), version: 2 },
    own: () => arrives(ownChanged, { kind: 'mute', id: society.ID, on: true, version: 2 }),
    next: () => arrives(ownChanged, { kind: 'mute', id: society.ID, on: false, version: 3 }),
  }),
  ownAction<typeof followSociety>({
    what: 'a society followed',
    screen: subject(<Following />),
    serve: (stage) => serveFollowed(...(stage === 'own' ? [aFollowedSociety(outside, { Follow_Version: 2 })] : [])),
    act: () => setFollowing(outside, true),
    call: followSociety,
    answer: { society_id: outside.ID, Is_Following: true, version: 2 },
    own: () => arrives(ownChanged, { kind: 'followSociety', id: outside.ID, on: true, version: 2 }),
    next: () => arrives(ownChanged, { kind: 'followSociety', id: outside.ID, on: false, version: 3 }),
  }),
  ownAction<typeof resolveReport>({
    what: 'a report decided',
    screen: subject(<Reports />),
    serve: (stage) => {
      const open = stage === 'before' ? [report] : [];
      onCall(getReports, () =>
        yes(getReports, open, { ...page, counts: { open: open.length, appealed: 0, dismissed: 0, removed: 0, noted: 0 } }),
      );
    },
    act: () => decide('dismiss'),
    call: resolveReport,
    answer: decided,
    own: () => arrives(reportResolved, { report_id: report.ID, action: 'dismiss', version: 2 }),
  }),
  ownAction<typeof replyToTicket>({
    what: 'a reply to a ticket',
    screen: subject(<Tickets />),
    serve: (stage) => onCall(getMyTickets, () => yes(getMyTickets, [ticketAt[stage]], page)),
    act: () => reply({ content: 'Thank you' }),
    call: replyToTicket,
    answer: replied,
    own: () => deliverTicket(replied),
    next: () => deliverTicket(answered),
  }),
  ownAction<typeof takeTicket>({
    what: 'a ticket taken',
    screen: subject(<Taken />),
    serve: (stage) => onCall(getTickets, () => yes(getTickets, [takenAt[stage]], { ...page, counts: { open: 1, answered: 0, closed: 0 } })),
    act: () => take(true),
    call: takeTicket,
    answer: taken,
    own: () => deliverTicket(taken),
    next: () => deliverTicket(takenOver),
  }),
];

beforeAll(async () => {
  await i18n.loadNamespaces(['events', 'event', 'societies', 'moderation', 'support', 'people', 'society-settings']);
  await connectSocket();
});
beforeEach(() => {
  useSession.setState({ status: 'in', user: me });
});

const settled = async (): Promise<void> => {
  await isShown();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await isShown();
};

/** Renders the screen and acts; `says` runs before the answer. Returns the text before and after. */
async function done(
  { screen, serve, act: begin, call, answer }: OwnAction,
  says: () => void,
): Promise<{ before: unknown; after: unknown }> {
  serve('before');
  show(screen);
  await settled();
  const before = text();
  const held = deferred<ReturnType<typeof yes>>();
  onCall(call, () => held.promise);
  let acting: Promise<unknown> = Promise.resolve();
  await act(async () => {
    acting = begin();
  });
  serve('own');
  says();
  await isShown();
  held.give(yes(call, answer as never));
  await act(() => acting);
  await settled();
  return { before, after: text() };
}

/** Asserts that the text is the same after a refetch and in a new visit. */
async function holds(seen: unknown, { screen }: OwnAction): Promise<void> {
  await refetchAll();
  expect(text()).toEqual(seen);
  cleanup();
  queryClient.clear();
  clearUserState();
  show(screen);
  await settled();
  expect(text()).toEqual(seen);
}

describe.each(ownActions)('$what', (one) => {
  it('message before the answer: state equals a refetch', async () => {
    const { before, after } = await done(one, one.own);
    expect(after).not.toEqual(before);
    await holds(after, one);
  });

  it('message after the answer: no further change', async () => {
    const { before, after } = await done(one, () => {});
    expect(after).not.toEqual(before);
    one.own();
    await settled();
    expect(text()).toEqual(after);
    await holds(after, one);
  });
});

const overtaken = ownActions.flatMap((one) => (one.next ? [{ ...one, next: one.next }] : []));
it.each(overtaken)('$what: a late answer does not undo a newer message', async (one) => {
  const { after } = await done(one, () => {
    one.own();
    one.serve('next');
    one.next();
  });
  await holds(after, one);
});
