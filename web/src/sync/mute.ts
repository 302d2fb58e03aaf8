import { create } from 'zustand';
import { reportFailure } from '@/lib/failures';
import { onUserChange } from '@/lib/user-change';
import { onOwnChange } from './own-changes';
import { onPreferences, savePreferences, useOwnProfileQuery } from './own-profile';

interface MuteState {
  /** The whole list of the newest answer; null before the first. */
  all: readonly string[] | null;
  version: number;
  /** State of single societies from live messages, each with its version. */
  bySociety: Readonly<Record<string, { on: boolean; version: number }>>;
  /** Optimistic state while calls are under way; the last tap wins. */
  wanted: Readonly<Record<string, { on: boolean; tap: number }>>;
}
const nothing: MuteState = { all: null, version: 0, bySociety: {}, wanted: {} };
const useMuted = create<MuteState>(() => nothing);
onUserChange(() => useMuted.setState(nothing));

const setAll = (all: readonly string[], version: number): void =>
  useMuted.setState((current) => (current.all && version < current.version ? {} : { all, version }));
onPreferences(({ muted_societies }, version) => setAll(muted_societies, version));

onOwnChange('mute', ({ id, on, version }) =>
  useMuted.setState(({ bySociety }) =>
    version < (bySociety[id]?.version ?? 0) ? {} : { bySociety: { ...bySociety, [id]: { on, version } } },
  ),
);

/** Whether a society is muted; null until loaded. */
function isMuted({ all, version, bySociety, wanted }: MuteState, id: string): boolean | null {
  const pending = wanted[id];
  if (pending) return pending.on;
  const single = bySociety[id];
  if (single && single.version > version) return single.on;
  return all ? all.includes(id) : null;
}

/** Whether this society is muted, with live updates; null until loaded. */
export function useIsMuted(id: string, isAsked = true): boolean | null {
  useOwnProfileQuery(isAsked);
  return useMuted((state) => isMuted(state, id));
}

/** Serializes the calls, so the last tap wins. */
let before: Promise<unknown> = Promise.resolve();
let taps = 0;

/** Mutes or unmutes a society optimistically; rolls back if the server refuses. Resolves to whether it was saved. */
export async function setMuted(id: string, on: boolean): Promise<boolean> {
  taps += 1;
  const tap = taps;
  useMuted.setState(({ wanted }) => ({ wanted: { ...wanted, [id]: { on, tap } } }));
  const saving = before.then(() => savePreferences(on ? { mute: id } : { unmute: id }));
  before = saving.catch(() => {});
  try {
    await saving;
    return true;
  } catch (error) {
    reportFailure(error);
    return false;
  } finally {
    useMuted.setState(({ wanted: { [id]: pending, ...rest } }) => (pending?.tap === tap ? { wanted: rest } : {}));
  }
}
