import { createEntities } from './entities';
import { lastPressWins, runAction } from './mutations';
import { onOwnChange } from './own-changes';
import { savePreferences, useOwn } from './own-profile';

/** Whether one society is muted, by a message or an own action; the own profile lists all that are. The newer version counts. */
interface Mute {
  ID: string;
  isOn: boolean;
  version: number;
}

const mutes = createEntities<Mute>({});
onOwnChange('mute', ({ id, on, version }) => void mutes.merge([{ ID: id, isOn: on, version }]));

/** Whether this society is muted, with live updates; null until loaded. */
export function useIsMuted(id: string, isAsked = true): boolean | null {
  const mute = mutes.useOne(id);
  return useOwn((profile) => {
    if (mute && mute.version > (profile?.version ?? 0)) return mute.isOn;
    return profile?.preferences.muted_societies.includes(id) ?? null;
  }, isAsked);
}

function showMuted(id: string, isOn: boolean): () => void {
  // Version 0 is older than any profile: something to show the choice on.
  mutes.merge([{ ID: id, isOn: !isOn, version: 0 }]);
  return mutes.applyOptimistic(id, (mute) => ({ ...mute, isOn, version: Number.POSITIVE_INFINITY }));
}

const sendMuted = lastPressWins(async (id: string, isOn: boolean) => {
  const { preferences, version } = await savePreferences(isOn ? { mute: id } : { unmute: id });
  mutes.merge([{ ID: id, isOn: preferences.muted_societies.includes(id), version }]);
});

/** Mutes or unmutes a society optimistically; rolls back if the server refuses. Resolves to whether it was saved. */
export const setMuted = (id: string, isOn: boolean): Promise<boolean> => runAction(() => sendMuted(id, isOn, () => [showMuted(id, isOn)]));
