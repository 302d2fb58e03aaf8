import { lazy, Suspense } from 'react';
import type { Poll } from '#models/contract/poll-fields';
import type { Post } from '#models/contract/posts';
import { withTexts } from '@/lib/i18n';

const PollView = lazy(withTexts(() => import('./poll-view'), 'polls'));

/** The poll of a post; its script is loaded with the first one. */
export function PostPoll({ post, poll }: { post: Post; poll: Poll }) {
  return (
    <Suspense>
      <PollView post={post} poll={poll} />
    </Suspense>
  );
}
