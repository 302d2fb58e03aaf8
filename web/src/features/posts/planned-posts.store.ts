import { notificationNew } from '#models/contract/notifications';
import {
  deletePlannedPost,
  getPlannedPosts,
  type PlannedPost,
  planPost,
  publishPlannedPost,
  updatePlannedPost,
} from '#models/contract/planned-posts';
import { postCreated } from '#models/contract/posts';
import { api, hasCode } from '@/lib/api';
import { on, registerEffects } from '@/sync/effects';
import { createEntities } from '@/sync/entities';
import { defineList } from '@/sync/lists';
import type { Draft } from './post-draft';
import { extrasToSend } from './post-extras';
import { postList } from './posts.store';

const plannedPosts = createEntities<PlannedPost>({});

const list = defineList({
  key: ['planned-posts'],
  call: getPlannedPosts,
  input: () => ({}),
  entities: plannedPosts,
  order: (a, b) => b.CreatedAt.localeCompare(a.CreatedAt) || b.ID.localeCompare(a.ID),
  persist: false,
});

/** The viewer's drafts and scheduled posts, newest first. */
export const usePlannedPosts = () => list.useItems({});

/** Saves a draft, or with a time schedules it. */
export async function plan({ society, content, image, extras }: Draft, publishAt: string | null, idempotencyKey: string): Promise<void> {
  const sent = extrasToSend(society, extras, publishAt === null ? Date.now() : Date.parse(publishAt));
  const input = { society_id: society, content: content.trim(), image: image.trim(), publish_at: publishAt, ...sent };
  const { data } = await api(planPost, input, { idempotencyKey });
  list.insert(data, true);
}

/** Runs an action on a planned post, and removes it from the screen if it is gone. */
async function unlessGone<T>(id: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (hasCode(error, 'not_found')) list.remove(id);
    throw error;
  }
}

/** Saves text and time of a planned post; without a time it is a draft. */
export const savePlanned = (id: string, content: string, publishAt: string | null): Promise<void> =>
  unlessGone(id, async () => {
    const { data } = await api(updatePlannedPost, { planned_id: id, content: content.trim(), publish_at: publishAt });
    plannedPosts.patch(id, data);
  });

/** Publishes a planned post at once. */
export const publishNow = (id: string): Promise<void> =>
  unlessGone(id, async () => {
    const { data } = await api(publishPlannedPost, { planned_id: id });
    list.remove(id);
    postList.insert(data, true);
  });

/** Deletes a planned post. */
export const deletePlanned = (id: string): Promise<void> =>
  unlessGone(id, async () => {
    await api(deletePlannedPost, { planned_id: id });
    list.remove(id);
  });

registerEffects('posts', [
  // A published post has the id of the planned one.
  on(postCreated, ({ ID }) => {
    if (plannedPosts.get(ID)) list.remove(ID);
  }),
  on(notificationNew, ({ notification }) => {
    if (notification.type === 'post_refused') list.refetchSoon();
  }),
]);
