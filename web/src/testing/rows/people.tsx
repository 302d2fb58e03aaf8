import { getInvitations, type Invitation, invitationNew, invitationRemoved } from '#models/contract/invitations';
import { profileCounts } from '#models/contract/people';
import { getPublicProfile, getUserProfileInfo, type PublicProfile, type UserProfile, userUpdated } from '#models/contract/profiles';
import { ownChanged } from '#models/contract/users';
import { useInvitations } from '@/features/invitations/invitations.store';
import { useProfile } from '@/features/profiles/profiles.store';
import { useOwnProfile } from '@/sync/own-profile';
import { type ConformanceRow, row } from '../conformance';
import { onCall, yes } from '../fake-server';
import { arrives } from '../fake-socket';
import { anOwnProfile } from '../own-profile-fixtures';
import { anInvitation, aProfile } from '../people-fixtures';
import { json, me, page, subject, text } from './shared';

const invitation = anInvitation();
function Invitations() {
  return json(useInvitations().items);
}
const serveInvitations = (found: Invitation[]) => onCall(getInvitations, () => yes(getInvitations, found, page));
const profile = aProfile({ Name: 'Rand', Followers: 4, Following: 2, rev: 5, version: 2 });
function Profile() {
  return json(useProfile(profile.ID).profile ?? null);
}
const serveProfile = (fields: Partial<PublicProfile>) => onCall(getPublicProfile, () => yes(getPublicProfile, { ...profile, ...fields }));
const hidden = { Email: null, Bio: null, Followers: null, Following: null, Can: { see: false, follow: true, block: true }, version: 3 };

const own = anOwnProfile({ ID: me.ID, Name: me.Name, Followers: 4, Following: 2, rev: 5, version: 2 });
function OwnProfile() {
  return json(useOwnProfile().profile ?? null);
}
const serveOwn = (fields: Partial<UserProfile>) => onCall(getUserProfileInfo, () => yes(getUserProfileInfo, { ...own, ...fields }));
const unseen = { privacy: { ...own.privacy, profileVisibility: 'private' as const }, version: 3 };
const calm = { preferences: { ...own.preferences, muted_societies: [profile.ID] }, version: 3 };

/** Rows of profiles and follows. */
export const peopleRows: ConformanceRow[] = [
  row(
    invitationNew,
    { invitation },
    {
      screen: subject(<Invitations />),
      serve: (isAfter) => serveInvitations(isAfter ? [invitation] : []),
      state: text,
      late: { invitation: { ...invitation, version: 0 } },
    },
  ),
  row(
    invitationRemoved,
    { invitation_id: invitation.ID, version: 2 },
    {
      screen: subject(<Invitations />),
      serve: (isAfter) => serveInvitations(isAfter ? [] : [invitation]),
      state: text,
      late: () => arrives(invitationNew, { invitation }),
    },
  ),
  row(
    profileCounts,
    { user_id: profile.ID, Followers: 5, Following: 2, rev: 6 },
    {
      screen: subject(<Profile />),
      serve: (isAfter) => serveProfile(isAfter ? { Followers: 5, rev: 6 } : {}),
      state: text,
      late: { user_id: profile.ID, Followers: 0, Following: 0, rev: 4 },
    },
  ),
  row(
    userUpdated,
    { user_id: profile.ID, Name: 'Rand T.', Image: '', version: 3 },
    {
      screen: subject(<Profile />),
      serve: (isAfter) => serveProfile(isAfter ? { Name: 'Rand T.', version: 3 } : {}),
      state: text,
      late: { user_id: profile.ID, Name: 'Older', Image: '', version: 1 },
    },
  ),
  row(
    ownChanged,
    { kind: 'follow', id: profile.ID, on: true, version: 4 },
    {
      what: 'follow',
      screen: subject(<Profile />),
      serve: (isAfter) => serveProfile({ Is_Following: isAfter }),
      state: text,
      late: { kind: 'follow', id: profile.ID, on: false, version: 3 },
    },
  ),
  row(
    ownChanged,
    { kind: 'privacy', id: me.ID, on: true, version: 9 },
    {
      what: 'privacy: who was blocked hears no more than this',
      screen: subject(<Profile />),
      serve: (isAfter) => serveProfile(isAfter ? hidden : {}),
      state: text,
      late: { kind: 'privacy', id: me.ID, on: true, version: 8 },
    },
  ),
  row(
    userUpdated,
    { user_id: me.ID, Name: 'Layla H.', Image: '', version: 3 },
    {
      what: 'of oneself',
      screen: subject(<OwnProfile />),
      serve: (isAfter) => serveOwn(isAfter ? { Name: 'Layla H.', version: 3 } : {}),
      state: text,
      late: { user_id: me.ID, Name: 'Older', Image: '', version: 1 },
    },
  ),
  row(
    profileCounts,
    { user_id: me.ID, Followers: 5, Following: 2, rev: 6 },
    {
      what: 'of oneself',
      screen: subject(<OwnProfile />),
      serve: (isAfter) => serveOwn(isAfter ? { Followers: 5, rev: 6 } : {}),
      state: text,
      late: { user_id: me.ID, Followers: 0, Following: 0, rev: 4 },
    },
  ),
  row(
    ownChanged,
    { kind: 'privacy', id: me.ID, on: true, version: 3 },
    {
      what: 'privacy: on the own profile',
      screen: subject(<OwnProfile />),
      serve: (isAfter) => serveOwn(isAfter ? unseen : {}),
      state: text,
      late: { kind: 'privacy', id: me.ID, on: true, version: 1 },
    },
  ),
  row(
    ownChanged,
    { kind: 'mute', id: profile.ID, on: true, version: 3 },
    {
      what: 'mute: on the own profile',
      screen: subject(<OwnProfile />),
      serve: (isAfter) => serveOwn(isAfter ? calm : {}),
      state: text,
      late: { kind: 'mute', id: profile.ID, on: false, version: 1 },
    },
  ),
];
