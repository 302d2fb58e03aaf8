import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { getComments } from '#models/contract/comments';
import { getAllMembers } from '#models/contract/member-list';
import { getNotifications } from '#models/contract/notifications';
import { getAllPosts } from '#models/contract/posts';
import { getPublicProfile, userUpdated } from '#models/contract/profiles';
import { getSocietiesByUser } from '#models/contract/societies';
import { Members } from '@/features/members/members';
import { NotificationsCard } from '@/features/notifications/notifications-card';
import Comments from '@/features/posts/comments';
import { PostList } from '@/features/posts/post-list';
import { ProfileHead } from '@/features/profiles/profile-head';
import { useProfile } from '@/features/profiles/profiles.store';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { AccountBlock } from '@/shell/account-block';
import { onCall, requests, yes } from './fake-server';
import { arrives, connectSocket } from './fake-socket';
import { aComment, aNotification, aPost, aSociety, aUser } from './fixtures';
import { aProfile } from './people-fixtures';
import { show } from './render';
import { aMember, asMember } from './society-fixtures';

const tala = aUser({ Name: 'Tala Shami' });
const [before, after] = [tala.Name, 'Tala Haddad'];
const society = asMember(aSociety(), 'admin');
const post = aPost({ User: tala.ID, User_Name: before, Society_ID: society.ID });
const profile = aProfile({ ID: tala.ID, Name: before });

function Profile() {
  const { profile: shown } = useProfile(tala.ID);
  return shown ? <ProfileHead of={shown} /> : null;
}

/** All places that name a person, by what they are. */
const places = {
  'the author of a post': <PostList source={{ kind: 'feed' }} empty={null} />,
  'a comment': <Comments post={post} me={aUser()} />,
  'a list of members': <Members society={society} />,
  'a notification': <NotificationsCard />,
  'the profile': <Profile />,
  'the header': <AccountBlock />,
};
type Place = keyof typeof places;

const naming = (name: string): Place[] =>
  (Object.keys(places) as Place[]).filter((place) => screen.getByTestId(place).textContent?.includes(name));

beforeAll(async () => {
  await i18n.loadNamespaces(['posts', 'members', 'notifications', 'profiles']);
  await connectSocket();
});
beforeEach(() => {
  useSession.setState({ status: 'in', user: tala });
  const page = { next: null };
  onCall(getAllPosts, () => yes(getAllPosts, [post], page));
  onCall(getComments, () => yes(getComments, [aComment({ User: tala.ID, User_Name: before })], page));
  onCall(getAllMembers, () =>
    yes(getAllMembers, [aMember({ ID: tala.ID, Name: before })], { ...page, counts: { total: 1, admins: 0, moderators: 0 } }),
  );
  const liked = aNotification({ actors: [{ ID: tala.ID, Name: before, Image: '' }] });
  onCall(getNotifications, () => yes(getNotifications, [liked], { ...page, counts: { unread: 1, total: 1 } }));
  onCall(getSocietiesByUser, () => yes(getSocietiesByUser, [society], page));
  onCall(getPublicProfile, () => yes(getPublicProfile, { ...profile, Name: useSession.getState().user?.Name ?? '' }));
});

it('a changed name is shown everywhere within a second, without asking for the lists again', async () => {
  show(
    Object.entries(places).map(([place, part]) => (
      <div key={place} data-testid={place}>
        {part}
      </div>
    )),
  );
  await waitFor(() => expect(naming(before)).toEqual(Object.keys(places)), { timeout: 10_000 });
  const asked = requests.length;
  arrives(userUpdated, { user_id: tala.ID, Name: after, Image: '', version: 2 });
  await waitFor(() => expect(naming(after)).toEqual(Object.keys(places)), { timeout: 1000 });
  expect(naming(before)).toEqual([]);
  expect(requests.slice(asked).filter(({ path }) => path !== getPublicProfile.path)).toEqual([]);
});
