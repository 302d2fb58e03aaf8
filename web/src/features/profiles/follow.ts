import { followUser, unfollowUser } from '#models/contract/people';
import { api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { profiles, takeFollow } from './profiles.store';

/** Follows somebody, or no longer: seen at once, taken back where the server does not take it. */
export async function setFollow(id: string, on: boolean): Promise<void> {
  const settle = profiles.applyOptimistic(id, (shown) => ({ ...shown, Is_Following: on }));
  try {
    const { data } = await api(on ? followUser : unfollowUser, { user_id: id });
    takeFollow(id, data);
  } catch (error) {
    reportFailure(error);
  } finally {
    settle();
  }
}
