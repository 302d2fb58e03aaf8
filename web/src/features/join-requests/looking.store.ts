import { useEffect } from 'react';
import { create } from 'zustand';
import { lookingEveryMs } from '#models/contract/live';
import { joinRequestLooking } from '#models/contract/request-desk';
import { sendLooking } from '@/lib/live';
import { useSession } from '@/lib/session';
import { onUserChange } from '@/lib/user-change';
import { on, registerEffects } from '@/sync/effects';

/** Time after the last message at which somebody no longer looks. */
const expiresAfter = lookingEveryMs * 2.5;

/** Names of other admins who look at a request, by request and person. */
const useLookers = create<{ byRequest: Readonly<Record<string, Readonly<Record<string, string>>>> }>(() => ({ byRequest: {} }));
const timers = new Map<string, ReturnType<typeof setTimeout>>();

onUserChange(() => {
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
  useLookers.setState({ byRequest: {} });
});

function removeLooker(request: string, user: string): void {
  clearTimeout(timers.get(`${request}/${user}`));
  useLookers.setState(({ byRequest }) => {
    const { [user]: _gone, ...rest } = byRequest[request] ?? {};
    return { byRequest: { ...byRequest, [request]: rest } };
  });
}

function addLooker(request: string, user: string, name: string): void {
  clearTimeout(timers.get(`${request}/${user}`));
  timers.set(
    `${request}/${user}`,
    setTimeout(() => removeLooker(request, user), expiresAfter),
  );
  useLookers.setState(({ byRequest }) => ({ byRequest: { ...byRequest, [request]: { ...byRequest[request], [user]: name } } }));
}

registerEffects('looking', [
  on(joinRequestLooking, ({ request_id, user_id, User_Name, looking }) => {
    if (user_id === useSession.getState().user?.ID) return;
    if (looking) addLooker(request_id, user_id, User_Name);
    else removeLooker(request_id, user_id);
  }),
]);

/** Name of another admin who looks at this request. */
export const useLooker = (request: string): string | undefined => useLookers(({ byRequest }) => Object.values(byRequest[request] ?? {})[0]);

/** Tells the society's other admins that the viewer looks at this request, while it is selected. */
export function useLooking(request: string): void {
  useEffect(() => {
    if (!request) return;
    sendLooking(request, true);
    const timer = setInterval(() => sendLooking(request, true), lookingEveryMs);
    return () => {
      clearInterval(timer);
      sendLooking(request, false);
    };
  }, [request]);
}
