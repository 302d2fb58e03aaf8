import { create } from 'zustand';
import { onClear } from '@/lib/entities';

/** What is being written under each post: it outlives the closed comments and another page. */
const useDrafts = create<{ byPost: Record<string, string> }>(() => ({ byPost: {} }));
onClear(() => useDrafts.setState({ byPost: {} }));

export const useDraft = (postId: string): string => useDrafts(({ byPost }) => byPost[postId] ?? '');

export const writeDraft = (postId: string, text: string): void =>
  useDrafts.setState(({ byPost }) => ({ byPost: { ...byPost, [postId]: text } }));

/** What could not be sent comes back, before what was typed meanwhile. */
export function takeBackDraft(postId: string, text: string): void {
  const typed = useDrafts.getState().byPost[postId] ?? '';
  writeDraft(postId, typed ? `${text} ${typed}` : text);
}
