import { expect, it } from 'vitest';
import { useSession } from '@/lib/session';
import { aPost, aUser, sharedPostOf } from '@/testing/fixtures';
import { mergeBroadcast, posts } from './posts.store';

it('a broadcast post can be reported by others, but not by its author', () => {
  const me = aUser();
  useSession.setState({ status: 'in', user: me });
  const [own, theirs] = [aPost({ User: me.ID }), aPost()];
  for (const post of [own, theirs]) mergeBroadcast(sharedPostOf(post));
  expect([own, theirs].map(({ ID }) => posts.get(ID)?.Can.report)).toEqual([false, true]);
});
