import { replaceEqualDeep } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { create } from 'zustand';
import { logout, sessionEnded } from '#models/contract/auth';
import { staffChanged } from '#models/contract/staff-scopes';
import { getUserInfo, type User } from '#models/contract/users';
import { ApiError, api } from './api';
import { eraseDrafts } from './draft-keys';
import { reportFailure } from './failures';
import { i18n } from './i18n';
import { onMessage, restartLive } from './live';
import { queryClient } from './query';
import { isUnreachableError, onReachable } from './reachability';
import { toast } from './toasts';
import { dropOwner, dropToken, onTokenElsewhere, onTokenExpired, readOwner, readToken, saveOwner, saveToken } from './token';
import { clearUserState } from './user-change';

type SessionStatus = 'checking' | 'in' | 'out';
export interface SessionState {
  status: SessionStatus;
  user: User | null;
  /** The server could not confirm the token: `user` is the one it last named for it, if any. */
  unreached: boolean;
}

export const useSession = create<SessionState>()(() => ({ status: readToken() ? 'checking' : 'out', user: null, unreached: false }));
const out = { status: 'out', user: null, unreached: false } as const;

/** Context around previews that show a signed-in user what a visitor sees. */
export const AsVisitor = createContext(false);

/** The signed-in user, or null. */
export function useUser(): User | null {
  const user = useSession((session) => session.user);
  return useContext(AsVisitor) ? null : user;
}

const signOutListeners = new Set<(user: string) => void>();

/** Called with the user's id at a sign-out, not when a session expires: drops actions stored for later. */
export const onSignOut = (listener: (user: string) => void): void => void signOutListeners.add(listener);

/** Clears everything that one user saw before the next one. */
function clearScreen(): void {
  queryClient.clear();
  clearUserState();
}

/** Whether the user on the screen is the one of the last visit, whom the server has not confirmed yet. */
let isUnconfirmed = false;

/** The same object where nothing about the user has changed: another one would render the whole page again, in one go. */
const signedIn = (user: User, unreached = false): void =>
  useSession.setState((before) => ({ status: 'in', user: replaceEqualDeep(before.user, user), unreached }));

/** Shows the page as the user whom the server last named for the token, until it has confirmed that. */
export function showLastUser(): void {
  const user = readOwner();
  if (!user || useSession.getState().status !== 'checking') return;
  isUnconfirmed = true;
  signedIn(user);
}

/** Ends a session that the server refused, and clears what was shown of the last visit meanwhile. */
function endRefused(): void {
  // While the session is checked, stores and queries may have been filled for it already.
  const isShownEarly = isUnconfirmed || useSession.getState().status === 'checking';
  useSession.setState(out);
  if (isShownEarly) clearScreen();
  isUnconfirmed = false;
}

/** Longest wait for the server before a returning user goes on offline (milliseconds). */
const maxWait = 3000;
/** The token that the server has confirmed for the user on the screen. */
let confirmed: string | null = null;

/** Goes on as the user whom the server last named for this token. */
function continueOffline(token: string): void {
  const user = token === readToken() ? readOwner() : null;
  if (user && confirmed !== token) isUnconfirmed = true;
  if (user) signedIn(user, true);
  else useSession.setState({ ...out, unreached: readToken() !== null });
}

/**
 * Confirms the stored token. Any answer but the user signs out, with a toast if the token has expired. Without an answer, goes
 * on as the user whom the server last named, and asks again when it is back.
 */
export async function checkSession(): Promise<void> {
  const token = readToken();
  if (!token) return useSession.setState(out);
  const late = setTimeout(() => readOwner() && continueOffline(token), maxWait);
  try {
    const { data } = await api(getUserInfo, {}, { token });
    if (token !== readToken()) return;
    confirmed = token;
    isUnconfirmed = false;
    signedIn(data);
    saveOwner(token, data);
  } catch (error) {
    if (isUnreachableError(error)) return continueOffline(token);
    // Another user has signed in meanwhile: ignore the answer.
    if (readToken() !== null && readToken() !== token) return;
    dropOwner();
    endRefused();
    if (error instanceof ApiError && error.status === 401) reportFailure(error);
  } finally {
    clearTimeout(late);
  }
}

/** Stores the token of a successful login and loads its user. */
export async function signIn(token: string, remember: boolean): Promise<void> {
  saveToken(token, remember);
  clearScreen();
  await checkSession();
  restartLive();
}

/** Tokens whose logout has not reached the server yet. */
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

/** Signs out here at once and logs out at the server, retrying until it is reached. */
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
 * Handles a token that expires during work: the page and typed text stay, and the socket reconnects as a visitor. The toast
 * links to the login.
 */
function keepPageWithoutToken(): void {
  if (useSession.getState().status === 'checking' || isUnconfirmed) endRefused();
  restartLive();
}

/** Shows that the session has ended, once the server no longer accepts the token; a suspension has its own text. */
function reportIfEnded(reason: string): void {
  if (readToken()) return;
  if (reason === 'suspended') toast('warning', i18n.t('codes.suspended', { ns: 'errors' }), { id: 'unauthorized' });
  else reportFailure(new ApiError(401, 'unauthorized', ''));
}

/** Starts the session and keeps it current: expired tokens, other tabs, a server that was unreachable. */
export function startSession(): Promise<void> {
  onTokenExpired(keepPageWithoutToken);
  onTokenElsewhere(() => {
    clearScreen();
    void checkSession().then(restartLive);
  });
  onMessage(sessionEnded, ({ reason }) => {
    if (readToken()) void checkSession().then(() => reportIfEnded(reason));
  });
  onMessage(staffChanged, ({ user_id }) => {
    if (user_id === useSession.getState().user?.ID) void checkSession().then(() => queryClient.invalidateQueries());
  });
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
