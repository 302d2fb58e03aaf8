import { expect, it } from 'vitest';
import { getUserInfo } from '#models/contract/users';
import { signIn, useSession } from '@/lib/session';
import { onCall, yes } from '@/testing/fake-server';
import { aUser } from '@/testing/fixtures';
import { createEntities } from './entities';
import { setUnread, useUnread } from './unread';

it("signing in clears the previous user's entities and unread count", async () => {
  const user = aUser();
  onCall(getUserInfo, () => yes(getUserInfo, user));
  const posts = createEntities<{ ID: string }>({});
  posts.merge([{ ID: 'p' }]);
  setUnread(4);
  await signIn('good', false);
  expect(useSession.getState().user).toEqual(user);
  expect(posts.all()).toEqual([]);
  expect(useUnread.getState().count).toBe(0);
});
