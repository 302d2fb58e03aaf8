import type { Poll } from '#models/contract/poll-fields';
import type { Post } from '#models/contract/posts';
import { lazyOptional } from '@/lib/lazy-optional';

/** The poll of a post; its script is loaded with the first one. */
export const PostPoll = lazyOptional<{ post: Post; poll: Poll }>(() => import('./poll-view'), { areas: ['polls'] });
