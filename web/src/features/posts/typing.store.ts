import { create } from 'zustand';

const forgottenAfter = 4000;

/** Who writes under which post right now; forgotten after four quiet seconds. */
const useTypists = create<{ byPost: Record<string, Record<string, string>> }>(() => ({ byPost: {} }));
const timers = new Map<string, ReturnType<typeof setTimeout>>();

const set = (postId: string, next: Record<string, string>): void =>
  useTypists.setState(({ byPost }) => ({ byPost: { ...byPost, [postId]: next } }));

export function stoppedTyping(postId: string, userId: string): void {
  clearTimeout(timers.get(`${postId}/${userId}`));
  const { [userId]: _gone, ...rest } = useTypists.getState().byPost[postId] ?? {};
  set(postId, rest);
}

export function sawTyping(postId: string, userId: string, name: string): void {
  set(postId, { ...useTypists.getState().byPost[postId], [userId]: name });
  clearTimeout(timers.get(`${postId}/${userId}`));
  timers.set(
    `${postId}/${userId}`,
    setTimeout(() => stoppedTyping(postId, userId), forgottenAfter),
  );
}

/** The name of one who writes under this post. */
export const useTypist = (postId: string): string | undefined => useTypists(({ byPost }) => Object.values(byPost[postId] ?? {})[0]);
