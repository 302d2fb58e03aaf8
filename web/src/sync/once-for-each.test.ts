import { expect, it } from 'vitest';
import { postCreated } from '#models/contract/posts';
import { clearUserState } from '@/lib/user-change';
import { aPost, sharedPostOf } from '@/testing/fixtures';
import { onceForEach } from './effects';

it('an effect that must not be repeated is applied once for each id, and anew for the next user', () => {
  const applied: string[] = [];
  const { apply } = onceForEach(
    postCreated,
    ({ ID }) => ID,
    ({ Content }) => applied.push(Content),
  );
  const [one, two] = [sharedPostOf(aPost({ Content: 'one' })), sharedPostOf(aPost({ Content: 'two' }))];
  for (const post of [one, two, one, two]) apply(post as never);
  expect(applied).toEqual(['one', 'two']);
  clearUserState();
  apply(one as never);
  expect(applied).toEqual(['one', 'two', 'one']);
});
