import { defaultLengthMs } from '#models/contract/event-phase';
import type { EventQuestion } from '#models/contract/event-questions';
import type { Event, SharedEvent } from '#models/contract/events';
import type { JoinRequest } from '#models/contract/join-requests';
import type { Member } from '#models/contract/members';
import type { SharedSociety, Society } from '#models/contract/societies';
import { newId, newTime } from './fixtures';

let made = 0;

/** A join request newer than all before. */
export const aJoinRequest = (fields: Partial<JoinRequest> = {}): JoinRequest => ({
  Request_ID: newId(),
  User: newId(),
  User_Name: 'Noor Abbadi',
  User_Email: 'noor.abbadi@uni.example',
  User_Photo: '',
  Status: 'pending',
  CreatedAt: new Date(Date.UTC(2026, 2, 1) + ++made * 60_000).toISOString(),
  Answer: '',
  Decided_By: null,
  Decided_At: null,
  Reason: '',
  History: [],
  version: 1,
  ...fields,
});

const weekMs = 7 * 24 * 3_600_000;

/** Times of an event that ended a week ago or begins in a week, so tests do not depend on the date. */
export function timesOf(Phase: 'upcoming' | 'ended'): Pick<Event, 'Starts_At' | 'Ends_At' | 'Phase'> {
  const startsAt = Date.now() + (Phase === 'ended' ? -weekMs : weekMs);
  return { Starts_At: new Date(startsAt).toISOString(), Ends_At: new Date(startsAt + defaultLengthMs).toISOString(), Phase };
}

export const anEvent = (fields: Partial<Event> = {}): Event => ({
  ID: newId(),
  Title: 'Line Follower Finals',
  Description: '',
  Date: '2026-11-26',
  Time: '17:30',
  ...timesOf(fields.Status === 'completed' ? 'ended' : 'upcoming'),
  End_Date: null,
  End_Time: null,
  Location: 'Engineering Hall B',
  Category: 'Competition',
  Image: '',
  Organizer: 'Robotics Society',
  Creator_Name: 'Omar Khalil',
  Creator_Image: '',
  Society_Name: 'Robotics Society',
  CreatedAt: '2026-01-01T00:00:00.000Z',
  User: newId(),
  Society_ID: newId(),
  Is_Online: false,
  Max_Attendees: null,
  seats_left: null,
  attendees: 0,
  interested: 0,
  shares: 0,
  Tags: [],
  Registration_Required: false,
  Status: 'upcoming',
  Cancel_Reason: '',
  rev: 1,
  version: 1,
  Society: { ID: newId(), Name: 'Robotics Society', Image: '', Category: 'Technology', Is_Admin: false },
  Online_Link: null,
  Faces: [],
  Standing: null,
  Can: { edit: false, cancel: false, delete: false, attend: true, checkIn: false },
  ...fields,
});

export const aQuestion = (fields: Partial<EventQuestion> = {}): EventQuestion => ({
  ID: newId(),
  Event_ID: newId(),
  User: newId(),
  User_Name: 'Rand Tarawneh',
  User_Image: '',
  Text: 'Is there parking?',
  At: newTime(),
  Answer: null,
  Answered_At: null,
  version: 1,
  Can: { answer: false, delete: false },
  ...fields,
});

/** The broadcast form of an event. */
export function sharedEventOf(event: Event): SharedEvent {
  const { Society: _society, Online_Link: _link, Faces: _faces, Standing: _standing, Can: _can, ...shared } = event;
  return shared;
}

export const aMember = (fields: Partial<Member> = {}): Member => ({
  ID: newId(),
  Name: 'Rand Tarawneh',
  Email: null,
  Photo: '',
  Role: 'member',
  Joined_At: '2026-01-01T00:00:00.000Z',
  rev: 1,
  ...fields,
});

/** A society as a member or admin sees it. */
export const asMember = (society: Society, Role: Society['Role'] = 'member'): Society => ({
  ...society,
  Role,
  Privacy: { visibility: 'public', joinApproval: true, memberListVisible: true, eventsVisible: true },
  Permissions: { whoCanPost: 'all-members', whoCanCreateEvents: 'moderators', whoCanInvite: 'all-members' },
  Notifications: { newMemberNotifications: true, eventReminders: true, weeklyDigest: false, emailNotifications: true },
  New_Count: 0,
  Can: {
    ...society.Can,
    join: false,
    post: true,
    seePosts: true,
    leave: true,
    manageRequests: Role === 'admin',
    moderate: Role === 'admin' || Role === 'moderator',
    manage: Role === 'admin',
  },
});

/** The broadcast form of a society. */
export function sharedSocietyOf(society: Society): SharedSociety {
  const { Role: _role, Privacy: _privacy, Permissions: _permissions, Notifications: _notifications, ...rest } = society;
  const { Request_Status: _status, Request_ID: _id, Request_Version: _version, New_Count: _new, Can: _can, ...shared } = rest;
  return shared;
}
