import { createContext, useContext } from 'react';
import { create } from 'zustand';
import { logout, sessionEnded } from '#models/contract/auth';
import { userUpdated } from '#models/contract/profiles';
import { getUserInfo, type User } from '#models/contract/users';
import { ApiError, api } from './api';
import { useConnection } from './connection';
import { eraseDrafts } from './draft-storage';
import { clearEntities } from './entities';
import { reportFailure } from './failures';
import { i18n } from './i18n';
import { onMessage, restartLive } from './live';
import { queryClient } from './query';
import { toast } from './toasts';
import { dropToken, keepToken, onTokenElsewhere, onTokenForgotten, readToken } from './token';
import { setUnread } from './unread';

export type SessionStatus = 'checking' | 'in' | 'out';
export interface Session {
  status: SessionStatus;
  user: User | null;
  /** Whose token this is could not be asked: the person is treated as signed out, but for what works without a network. */
  unreached: boolean;
}

export const useSession = create<Session>()(() => ({ status: readToken() ? 'checking' : 'out', user: null, unreached: false }));
const out = { status: 'out', user: null, unreached: false } as const;

/** Around what is shown as a visitor sees it, to who is signed in. */
export const AsVisitor = createContext(false);

/** Who is signed in, or null. */
export function useUser(): User | null {
  const user = useSession((session) => session.user);
  return useContext(AsVisitor) ? null : user;
}

const signOutListeners = new Set<(user: string) => void>();

/** Called with who signs out here, as against a session that ended: what is kept for later is forgotten. */
export const onSignOut = (listener: (user: string) => void): void => void signOutListeners.add(listener);

/** Nothing that one person saw is left for the next. */
function forgetScreen(): void {
  queryClient.clear();
  clearEntities();
  setUnread(0);
}

/** Asks who the kept token belongs to; without an answer the person is treated as signed out, and told where it has died. */
export async function checkSession(): Promise<void> {
  const token = readToken();
  if (!token) return useSession.setState(out);
  try {
    const { data } = await api(getUserInfo, {}, { token });
    useSession.setState({ status: 'in', user: data, unreached: false });
  } catch (error) {
    useSession.setState({ ...out, unreached: error instanceof ApiError && error.status === 0 && readToken() !== null });
    if (error instanceof ApiError && error.status === 401) reportFailure(error);
  }
}

/** Keeps the token of a successful login and loads whose it is. */
export async function signIn(token: string, remember: boolean): Promise<void> {
  keepToken(token, remember);
  forgetScreen();
  await checkSession();
  restartLive();
}

/** Tokens whose end the server has not heard of. */
const unended = new Set<string>();

async function endAtServer(token: string): Promise<void> {
  unended.add(token);
  try {
    await api(logout, {}, { token });
  } catch (error) {
    if (error instanceof ApiError && [0, 502, 503, 504].includes(error.status)) return;
  }
  unended.delete(token);
}

/** Signs out here at once, and tells the server, again when it is back; whether it hears changes nothing here. */
export function signOut(): void {
  const token = readToken();
  const { user } = useSession.getState();
  if (token) void endAtServer(token);
  dropToken();
  useSession.setState(out);
  if (user) eraseDrafts(user.ID);
  if (user) for (const listener of signOutListeners) listener(user.ID);
  forgetScreen();
  restartLive();
}

/**
 * The token died while somebody was at work: the page and what was typed stay, the socket goes on as a visitor's, and
 * the login that the toast leads to is open.
 */
function keepPageWithoutToken(): void {
  if (useSession.getState().status === 'checking') useSession.setState(out);
  restartLive();
}

/** The end is believed once the server knows the token no more; a suspension is called by its name. */
function sayIfEnded(reason: string): void {
  if (readToken()) return;
  if (reason === 'suspended') toast('warning', i18n.t('codes.suspended', { ns: 'errors' }), { id: 'unauthorized' });
  else reportFailure(new ApiError(401, 'unauthorized', ''));
}

/** Starts the session and keeps it true: dead tokens, other tabs, a server that was away. */
export function startSession(): Promise<void> {
  onTokenForgotten(keepPageWithoutToken);
  onTokenElsewhere(() => {
    forgetScreen();
    void checkSession().then(restartLive);
  });
  onMessage(sessionEnded, ({ reason }) => {
    if (readToken()) void checkSession().then(() => sayIfEnded(reason));
  });
  onMessage(userUpdated, ({ user_id, Name, Image }) =>
    useSession.setState(({ user }) => (user?.ID === user_id ? { user: { ...user, Name, Image } } : {})),
  );
  useConnection.subscribe(({ state }) => {
    if (state === 'online') for (const token of unended) void endAtServer(token);
    if (state === 'online' && useSession.getState().status === 'out' && readToken()) void checkSession();
  });
  return checkSession();
}
