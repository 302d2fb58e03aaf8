import { useEffect } from 'react';
import { getPost } from '#models/contract/posts';
import { roomOf } from '#models/contract/rooms';
import { ApiError, api } from '@/lib/api';
import { onClear } from '@/lib/entities';
import { currentStreamId, joinRooms, onRoomGap, roomStreamId } from '@/lib/live';
import { readClock } from '@/lib/logical-clock';
import { queryClient } from '@/lib/query';
import { posts, takeFetched } from './posts.store';

/** The place in the live stream up to which each post is known to be true. */
const places = new Map<string, string | null>();
onClear(() => places.clear());

/** These posts were fetched, or heard of, at this place. */
export function knownSince(ids: readonly string[], place: string | null): void {
  for (const id of ids) places.set(id, place);
}

/** Whether the server says that the reader finds nothing under this id. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && [400, 403, 404].includes(error.status);

async function fetchPost(id: string, signal: AbortSignal): Promise<string> {
  const [asked, place] = [readClock(), currentStreamId()];
  try {
    const { data } = await api(getPost, { post_id: id }, { signal });
    knownSince(takeFetched([data], asked), place ?? currentStreamId());
  } catch (error) {
    if (isGone(error)) posts.drop(id);
    throw error;
  }
  return id;
}

/** How one post is asked for. */
export const onePost = (id: string) => ({
  queryKey: ['posts', 'one', id],
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchPost(id, signal),
  meta: { failure: false as const },
});

/** A card that misses too much to be replayed: the post and its comments are fetched again, not the whole screen. */
onRoomGap('post', async (id) => {
  try {
    await queryClient.fetchQuery(onePost(id));
    await queryClient.invalidateQueries({ queryKey: ['comments', id] });
  } catch (error) {
    if (!isGone(error)) await queryClient.invalidateQueries({ queryKey: ['posts'] });
  }
});

/**
 * Hears a post's likes and comments while its card is in view. A card that comes into view later hears first what it
 * missed since it was fetched, or since it went out of view.
 */
export function usePostRoom(id: string, isInView: boolean): void {
  useEffect(() => {
    if (!isInView) return;
    const room = roomOf('post', id);
    const leave = joinRooms([room], places.get(id) ?? null);
    return () => {
      places.set(id, roomStreamId(room));
      leave();
    };
  }, [id, isInView]);
}
