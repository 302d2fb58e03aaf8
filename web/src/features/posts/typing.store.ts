import { create } from 'zustand';

const expiresAfter = 4000;

/** Names of people typing a comment, by post and user; each expires four seconds after the last message. */
const useTypists = create<{ byPost: Record<string, Record<string, string>> }>(() => ({ byPost: {} }));
const timers = new Map<string, ReturnType<typeof setTimeout>>();

const set = (postId: string, next: Record<string, string>): void =>
  useTypists.setState(({ byPost }) => ({ byPost: { ...byPost, [postId]: next } }));

export function removeTypist(postId: string, userId: string): void {
  clearTimeout(timers.get(`${postId}/${userId}`));
  const { [userId]: _gone, ...rest } = useTypists.getState().byPost[postId] ?? {};
  set(postId, rest);
}

export function addTypist(postId: string, userId: string, name: string): void {
  set(postId, { ...useTypists.getState().byPost[postId], [userId]: name });
  clearTimeout(timers.get(`${postId}/${userId}`));
  timers.set(
    `${postId}/${userId}`,
    setTimeout(() => removeTypist(postId, userId), expiresAfter),
  );
}

/** Name of one person typing under this post. */
export const useTypist = (postId: string): string | undefined => useTypists(({ byPost }) => Object.values(byPost[postId] ?? {})[0]);
