import { followUser, unfollowUser } from '#models/contract/people';
import { api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { applyFollow, profiles } from './profiles.store';

/** Follows or unfollows a person with an optimistic update. */
export async function setFollow(id: string, on: boolean): Promise<void> {
  const rollback = profiles.applyOptimistic(id, (shown) => ({ ...shown, Is_Following: on }));
  try {
    const { data } = await api(on ? followUser : unfollowUser, { user_id: id });
    applyFollow(id, data);
  } catch (error) {
    reportFailure(error);
  } finally {
    rollback();
  }
}
