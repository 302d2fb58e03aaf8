import { followedLoader } from './follows.loaders.js';
import { clearLists } from './loader.js';
import { roleKey, roleLoader } from './memberships.js';
import { firstPageLoader } from './posts.loaders.js';
import { sessionLoader } from './sessions.loaders.js';
import { societyLoader } from './societies.js';
import { listedPersonLoader, personLoader } from './users.js';
import { viewerLoader } from './viewer.js';

/** Drops cached values after a change, so the next cached read is current. */
export const invalidate = {
  /** 'all' drops the sessions of everybody, since the cache is not keyed by person. */
  sessions(ids: readonly string[] | 'all'): void {
    if (ids === 'all') sessionLoader.clear();
    else for (const id of ids) sessionLoader.invalidate(id);
  },
  person(id: string): void {
    personLoader.invalidate(id);
    listedPersonLoader.invalidate(id);
    viewerLoader.invalidate(id);
    followedLoader.invalidate(id);
  },
  society: (id: string): void => societyLoader.invalidate(id),
  /** Counters of posts have changed, and nothing else. */
  likes(): void {
    firstPageLoader.clear();
    clearLists('posts');
  },
  /** Counters of events have changed, and nothing else. */
  attendance: (): void => clearLists('events'),
  pages(): void {
    firstPageLoader.clear();
    clearLists();
  },
  role(society: string, user: string): void {
    roleLoader.invalidate(roleKey(society, user));
    viewerLoader.invalidate(user);
  },
};
