import { useEffect } from 'react';
import { getPost } from '#models/contract/posts';
import { roomOf } from '#models/contract/rooms';
import { ApiError, api } from '@/lib/api';
import { currentStreamId, joinRooms, onRoomGap, roomStreamId } from '@/lib/live';
import { queryClient } from '@/lib/query';
import { onUserChange } from '@/lib/user-change';
import { readClock } from '@/sync/logical-clock';
import { mergeFetched, posts } from './posts.store';

/** Stream id up to which each post is current. */
const currentUpTo = new Map<string, string | null>();
onUserChange(() => currentUpTo.clear());

/** Notes the stream id at which posts were fetched or received. */
export function setCurrentUpTo(ids: readonly string[], streamId: string | null): void {
  for (const id of ids) currentUpTo.set(id, streamId);
}

/** Whether an error means that the viewer cannot see a post with this id. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && [400, 403, 404].includes(error.status);

async function fetchPost(id: string, signal: AbortSignal): Promise<string> {
  const [requestedAt, streamId] = [readClock(), currentStreamId()];
  try {
    const { data } = await api(getPost, { post_id: id }, { signal });
    setCurrentUpTo(mergeFetched([data], requestedAt), streamId ?? currentStreamId());
  } catch (error) {
    if (isGone(error)) posts.drop(id);
    throw error;
  }
  return id;
}

/** Query of one post. */
export const postQuery = (id: string) => ({
  queryKey: ['posts', 'one', id],
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchPost(id, signal),
});

/** Refetches only this post and its comments when its room missed too much to be replayed. */
onRoomGap('post', async (id) => {
  try {
    await queryClient.fetchQuery(postQuery(id));
    await queryClient.invalidateQueries({ queryKey: ['comments', id] });
  } catch (error) {
    if (!isGone(error)) await queryClient.invalidateQueries({ queryKey: ['posts'] });
  }
});

/**
 * Joins a post's room while its card is in view. A card that comes into view later first gets a replay of what it missed
 * since it was fetched or went out of view.
 */
export function usePostRoom(id: string, isInView: boolean): void {
  useEffect(() => {
    if (!isInView) return;
    const room = roomOf('post', id);
    const leave = joinRooms([room], currentUpTo.get(id) ?? null);
    return () => {
      currentUpTo.set(id, roomStreamId(room));
      leave();
    };
  }, [id, isInView]);
}
