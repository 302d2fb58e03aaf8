import { useMemo } from 'react';
import type { Post } from '#models/contract/posts';
import { useNow } from '@/lib/now';
import { byNewest, type PostSource, posts } from './posts.store';

/** Whether a post is pinned at this time: pins end by themselves. */
export const isPinnedAt = ({ Pinned_Until }: Pick<Post, 'Pinned_Until'>, now: number): boolean =>
  Pinned_Until !== undefined && Date.parse(Pinned_Until) > now;

/** The ids of a list in the order shown: on a society's timeline its pinned posts first, and those that were pinned at their places. */
export function usePinnedFirst(source: PostSource, ids: readonly string[]): readonly string[] {
  const now = useNow();
  const marked = posts.useList(ids, (post) => source.kind === 'society' && post.Pinned_Until !== undefined);
  return useMemo(() => {
    if (marked.length === 0) return ids;
    const pinned = marked.filter((post) => isPinnedAt(post, now)).toSorted(byNewest);
    const others = ids.flatMap((id) => posts.get(id) ?? []).filter((post) => !pinned.includes(post));
    return [...pinned, ...others.toSorted(byNewest)].map(({ ID }) => ID);
  }, [ids, marked, now]);
}
