import { create } from 'zustand';
import { hasDraft, readDraft, saveDraft } from '@/lib/drafts';
import type { ExtrasDraft } from './post-extras';

export interface Draft {
  society: string;
  content: string;
  image: string;
  extras?: ExtrasDraft;
}
const blank: Draft = { society: '', content: '', image: '' };

/** Name of the draft of a new post: one per society page, and one for all other pages. */
export const postDraft = (societyId?: string): string => (societyId ? `post:${societyId}` : 'post');

const useCount = create(() => ({ restored: 0 }));

/** Changes when a refused post is restored; used as a key, so that an open form remounts with the draft. */
export const useRestoreCount = (): number => useCount(({ restored }) => restored);

/** Restores a post that will not be sent as a draft: in the general composer, or if that has a draft, in its society's. */
export function restorePostDraft(post: Draft): void {
  const name = hasDraft(postDraft()) ? postDraft(post.society) : postDraft();
  const { content = '' } = readDraft(name, blank);
  saveDraft(name, { ...post, content: [post.content, content].filter(Boolean).join('\n\n') });
  useCount.setState(({ restored }) => ({ restored: restored + 1 }));
}
