import type { Attendee } from '#models/contract/check-in';
import type { Invitation } from '#models/contract/invitations';
import type { PublicProfile } from '#models/contract/profiles';
import type { Report } from '#models/contract/reports';
import type { StaffProposal } from '#models/contract/staff';
import type { SupportRequest } from '#models/contract/support';
import type { Account } from '#models/contract/users';
import { newId } from './fixtures';

const since = '2026-01-01T00:00:00.000Z';

/** A public profile with hidden email address and phone. */
export const aProfile = (fields: Partial<PublicProfile> = {}): PublicProfile => ({
  ID: newId(),
  Name: 'Rand Tarawneh',
  Image: '',
  Email: null,
  Phone_Number: null,
  Bio: '',
  Create_Date: since,
  Society_Count: 1,
  Event_Count: 1,
  Post_Count: 1,
  Likes_Count: 1,
  Followers: 0,
  Following: 0,
  Is_Following: false,
  Follow_Version: fields.Is_Following ? 1 : 0,
  Can: { see: true, follow: true, block: true },
  rev: 1,
  version: 1,
  ...fields,
});

/** An open support ticket. */
export const aTicket = (fields: Partial<SupportRequest> = {}): SupportRequest => ({
  ID: newId(),
  Category: 'general',
  Subject: 'Help',
  Content: 'Please',
  Status: 'open',
  User: newId(),
  User_Name: 'Layla Haddad',
  CreatedAt: since,
  Due_At: null,
  Replies: [],
  Taken_By: null,
  version: 1,
  User_Email: null,
  ...fields,
});

export const aReply = (fields: Partial<SupportRequest['Replies'][number]> = {}): SupportRequest['Replies'][number] => ({
  ID: newId(),
  User: newId(),
  User_Name: 'Salma Support',
  Is_Support: false,
  Content: 'Here',
  CreatedAt: since,
  ...fields,
});

/** An open report of a post. */
export const aReport = (fields: Partial<Report> = {}): Report => ({
  ID: newId(),
  kind: 'post',
  object: newId(),
  Society_ID: newId(),
  message: 'Spam',
  reason: 'something_else',
  User: newId(),
  User_Name: 'Rand Tarawneh',
  About: newId(),
  About_Name: 'Omar Khalil',
  Excerpt: '',
  link: '',
  CreatedAt: since,
  status: 'open',
  note: '',
  Rule: null,
  Decided_By: null,
  Decided_At: null,
  Taken_By: null,
  Due_At: null,
  Appeal: null,
  version: 1,
  ...fields,
});

/** An attendee who is not checked in yet. */
export const anAttendee = (fields: Partial<Attendee> = {}): Attendee => ({
  ID: newId(),
  Name: 'Rand Tarawneh',
  Image: '',
  attendance: 'attending',
  waiting_position: null,
  At: since,
  Checked_In_At: null,
  Checked_In_By: null,
  Claimed_At: null,
  version: 1,
  ...fields,
});

/** An account as a platform admin sees it. */
export const anAccount = (fields: Partial<Account> = {}): Account => ({
  ID: newId(),
  Name: 'Rand Tarawneh',
  Email: 'rand@uni.example',
  Image: '',
  Role: 'user',
  Verified: true,
  Create_Date: since,
  Suspended_At: null,
  Suspended_For: '',
  Has_Left: false,
  ...fields,
});

export const aProposal = (fields: Partial<StaffProposal> = {}): StaffProposal => ({
  ID: newId(),
  Person: { ID: newId(), Name: 'Rand Tarawneh', Image: '' },
  Kind: 'give',
  Scopes: ['support'],
  Proposed_By: { ID: newId(), Name: 'Dana', Image: '' },
  CreatedAt: since,
  Expires_At: '2026-01-08T00:00:00.000Z',
  Status: 'open',
  Decided_By: null,
  version: 1,
  ...fields,
});

export const anInvitation = (fields: Partial<Invitation> = {}): Invitation => ({
  ID: newId(),
  Society: { ID: newId(), Name: 'Robotics Society', Image: '', Category: 'Technology', Member_Count: 3 },
  Invited_By: { ID: newId(), Name: 'Hala', Image: '' },
  CreatedAt: since,
  version: 1,
  ...fields,
});
