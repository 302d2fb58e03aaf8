import { followUser, unfollowUser } from '#models/contract/people';
import { api } from '@/lib/api';
import { applyFollow, profiles } from './profiles.store';

/** Follows or unfollows a person with an optimistic update. */
export async function setFollow(id: string, on: boolean): Promise<void> {
  const rollback = profiles.applyOptimistic(id, (shown) => ({ ...shown, Is_Following: on }));
  try {
    applyFollow(id, (await api(on ? followUser : unfollowUser, { user_id: id })).data);
  } finally {
    rollback();
  }
}
