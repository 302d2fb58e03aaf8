import { createContext, useContext } from 'react';
import { create } from 'zustand';
import { logout, sessionEnded } from '#models/contract/auth';
import { userUpdated } from '#models/contract/profiles';
import { getUserInfo, type User } from '#models/contract/users';
import { ApiError, api } from './api';
import { eraseDrafts } from './draft-keys';
import { clearEntities } from './entities';
import { reportFailure } from './failures';
import { i18n } from './i18n';
import { onMessage, restartLive } from './live';
import { queryClient } from './query';
import { isUnreachableError, onReachable } from './reachability';
import { toast } from './toasts';
import { dropOwner, dropToken, onTokenElsewhere, onTokenExpired, readOwner, readToken, saveOwner, saveToken } from './token';
import { setUnread } from './unread';

export type SessionStatus = 'checking' | 'in' | 'out';
export interface SessionState {
  status: SessionStatus;
  user: User | null;
  /** Whose token this is could not be asked: `user` is whom the server named last, if it ever did. */
  unreached: boolean;
}

export const useSession = create<SessionState>()(() => ({ status: readToken() ? 'checking' : 'out', user: null, unreached: false }));
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
function clearScreen(): void {
  queryClient.clear();
  clearEntities();
  setUnread(0);
}

/** Milliseconds: a person whom this browser knows does not wait longer for a server that may not be there. */
const patience = 3000;
/** The token for which the server has named the person that is shown. */
let confirmed: string | null = null;

/** Goes on as whom the server named last for this token. */
function continueOffline(token: string): void {
  const user = token === readToken() ? readOwner() : null;
  useSession.setState(user ? { status: 'in', user, unreached: true } : { ...out, unreached: readToken() !== null });
}

/**
 * Asks who the kept token belongs to. Any answer but the person signs out, which is said where the token has died; where no
 * answer comes, this browser goes on as whom the server named last, and asks again when it is back.
 */
export async function checkSession(): Promise<void> {
  const token = readToken();
  if (!token) return useSession.setState(out);
  const late = setTimeout(() => readOwner() && continueOffline(token), patience);
  try {
    const { data } = await api(getUserInfo, {}, { token });
    if (token !== readToken()) return;
    confirmed = token;
    useSession.setState({ status: 'in', user: data, unreached: false });
    saveOwner(token, data);
  } catch (error) {
    if (isUnreachableError(error)) return continueOffline(token);
    // Somebody else signed in meanwhile: the answer is not about them.
    if (readToken() !== null && readToken() !== token) return;
    dropOwner();
    useSession.setState(out);
    if (error instanceof ApiError && error.status === 401) reportFailure(error);
  } finally {
    clearTimeout(late);
  }
}

/** Keeps the token of a successful login and loads whose it is. */
export async function signIn(token: string, remember: boolean): Promise<void> {
  saveToken(token, remember);
  clearScreen();
  await checkSession();
  restartLive();
}

/** Tokens whose end the server has not heard of. */
const pendingLogouts = new Set<string>();

async function logOutAtServer(token: string): Promise<void> {
  pendingLogouts.add(token);
  try {
    await api(logout, {}, { token });
  } catch (error) {
    if (isUnreachableError(error)) return;
  }
  pendingLogouts.delete(token);
}

/** Signs out here at once, and tells the server, again when it is back; whether it hears changes nothing here. */
export function signOut(): void {
  const token = readToken();
  const { user } = useSession.getState();
  if (token) void logOutAtServer(token);
  dropToken();
  useSession.setState(out);
  if (user) eraseDrafts(user.ID);
  if (user) for (const listener of signOutListeners) listener(user.ID);
  clearScreen();
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
function reportIfEnded(reason: string): void {
  if (readToken()) return;
  if (reason === 'suspended') toast('warning', i18n.t('codes.suspended', { ns: 'errors' }), { id: 'unauthorized' });
  else reportFailure(new ApiError(401, 'unauthorized', ''));
}

/** Starts the session and keeps it true: dead tokens, other tabs, a server that was away. */
export function startSession(): Promise<void> {
  onTokenExpired(keepPageWithoutToken);
  onTokenElsewhere(() => {
    clearScreen();
    void checkSession().then(restartLive);
  });
  onMessage(sessionEnded, ({ reason }) => {
    if (readToken()) void checkSession().then(() => reportIfEnded(reason));
  });
  onMessage(userUpdated, ({ user_id, Name, Image }) =>
    useSession.setState(({ user }) => (user?.ID === user_id ? { user: { ...user, Name, Image } } : {})),
  );
  useSession.subscribe(({ user, unreached }) => {
    if (user && !unreached && confirmed) saveOwner(confirmed, user);
  });
  onReachable(() => {
    for (const token of pendingLogouts) void logOutAtServer(token);
    const { status, unreached } = useSession.getState();
    if ((status === 'out' || unreached) && readToken()) void checkSession();
  });
  return checkSession();
}
