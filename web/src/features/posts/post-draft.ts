import { create } from 'zustand';
import { hasDraft, readDraft, saveDraft } from '@/lib/drafts';

export interface Draft {
  society: string;
  content: string;
  image: string;
}
const blank: Draft = { society: '', content: '', image: '' };

/** Under what a post that is being written is kept: one for each society's page, and one for everywhere else. */
export const postDraft = (societyId?: string): string => (societyId ? `post:${societyId}` : 'post');

const useCount = create(() => ({ returns: 0 }));

/** Changes when a post comes back: a form that is open begins anew with its draft. */
export const useReturns = (): number => useCount(({ returns }) => returns);

/** A post that will not be sent goes back to the composer; where another is being written there, to that of its society. */
export function returnPost(post: Draft): void {
  const name = hasDraft(postDraft()) ? postDraft(post.society) : postDraft();
  const { content = '' } = readDraft(name, blank);
  saveDraft(name, { ...post, content: [post.content, content].filter(Boolean).join('\n\n') });
  useCount.setState(({ returns }) => ({ returns: returns + 1 }));
}
