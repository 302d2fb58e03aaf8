import { useState } from 'react';
import type { Post } from '#models/contract/posts';
import { commentList, useOwnComments } from './comments.store';

const shownFirst = 1;
const shownMore = 3;

/**
 * The comments on the screen: one at first, three more at each press, and always the viewer's own. Once the end is reached,
 * later comments are shown at once.
 */
export function useShownComments(post: Post) {
  const [count, setCount] = useState(shownFirst);
  const [atEnd, setAtEnd] = useState(false);
  const { query, items } = commentList.useItems({ post_id: post.ID });
  const own = useOwnComments(post.ID);
  const isWhole = query.data !== undefined && !query.hasNextPage;
  if (isWhole && !atEnd && items.length <= count) setAtEnd(true);
  const first = atEnd ? items : items.slice(0, count);
  const tail = own.filter((comment) => !first.includes(comment) && (comment.pending || !isWhole || items.includes(comment)));
  const shown = [...first, ...tail];
  const hidden = isWhole
    ? items.length - items.filter((comment) => shown.includes(comment)).length
    : Math.max(1, post.CommentsCount - shown.length);
  const more = () => {
    const next = query.isFetchNextPageError ? count : count + shownMore;
    setCount(next);
    if (items.length < next && query.hasNextPage && !query.isFetching) void query.fetchNextPage();
  };
  return { shown, rest: query.data ? hidden : 0, more, query };
}
