import { useState } from 'react';
import type { Post } from '#models/contract/posts';
import { comments } from './comments.store';
import { useComments } from './use-comments';

const shownFirst = 1;
const shownMore = 3;

/**
 * The comments on the screen: one at first, three more at each press, and always the viewer's own. Once the end is reached,
 * later comments are shown at once.
 */
export function useShownComments(post: Post) {
  const [count, setCount] = useState(shownFirst);
  const [atEnd, setAtEnd] = useState(false);
  const { query, ids, isWhole, own: ownIds } = useComments(post.ID);
  const found = comments.useList(ids);
  const own = comments.useList(ownIds);
  if (isWhole && !atEnd && found.length <= count) setAtEnd(true);
  const first = atEnd ? found : found.slice(0, count);
  const tail = own.filter((comment) => !first.includes(comment) && (comment.pending || !isWhole || found.includes(comment)));
  const shown = [...first, ...tail];
  const hidden = isWhole
    ? found.length - found.filter((comment) => shown.includes(comment)).length
    : Math.max(1, post.CommentsCount - shown.length);
  const more = () => {
    if (query.isError && !query.isFetchNextPageError) return void query.refetch();
    const next = query.isFetchNextPageError ? count : count + shownMore;
    setCount(next);
    if (found.length < next && query.hasNextPage && !query.isFetching) void query.fetchNextPage();
  };
  return { shown, rest: query.data ? hidden : 0, more, query };
}
