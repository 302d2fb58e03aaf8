import type { Action } from '#gateway/plugins/calls';
import { liveMessage } from '#models/bus/live-stream';
import { publishEphemeral } from '#models/bus/publish';
import type { ParsedOf } from '#models/contract/define';
import { fail } from '#models/contract/failure';
import type { updatePreferences } from '#models/contract/profiles';
import { roomOf } from '#models/contract/rooms';
import { ownChanged } from '#models/contract/users';
import { type Id, toId } from '#models/db/model';
import { conflict, retryOnConflict } from '#models/db/retry-on-conflict';
import { type PreferencesDoc, preferencesToWire, Users } from '#models/db/users';

type Types = NonNullable<ParsedOf<typeof updatePreferences>['types']>;

/** Disabled types of one channel after the update. */
function offAfter(before: readonly string[], types: Types, channel: 'app' | 'mail' | 'push'): string[] {
  const off = new Set(before);
  for (const [type, channels] of Object.entries(types)) {
    if (channels?.[channel] === false) off.add(type);
    else if (channels?.[channel] === true) off.delete(type);
  }
  return [...off].sort();
}

/** Muted societies after the update: the given list replaces the old one, then one society is muted or unmuted. */
function mutedAfter(before: PreferencesDoc, sent: ParsedOf<typeof updatePreferences>, isOwn: (society: string) => boolean): Id[] {
  const muted = new Set(sent.muted_societies ? sent.muted_societies.filter(isOwn) : before.mutedSocieties.map(String));
  if (sent.mute && isOwn(sent.mute)) muted.add(sent.mute);
  if (sent.unmute) muted.delete(sent.unmute);
  return [...muted].map(toId);
}

/** Applies the update to the preferences; only own societies can be muted. */
function chosen(before: PreferencesDoc, sent: ParsedOf<typeof updatePreferences>, isOwn: (society: string) => boolean): PreferencesDoc {
  const { locale, digits, theme, quiet_hours, types = {} } = sent;
  return {
    locale: locale === undefined ? before.locale : locale,
    digits: digits === undefined ? (before.digits ?? null) : digits,
    theme: theme === undefined ? (before.theme ?? null) : theme,
    quietHours: quiet_hours === undefined ? (before.quietHours ?? null) : quiet_hours,
    mutedSocieties: mutedAfter(before, sent, isOwn),
    offTypes: offAfter(before.offTypes, types, 'app'),
    offMail: offAfter(before.offMail ?? [], types, 'mail'),
    offPush: offAfter(before.offPush ?? [], types, 'push'),
  };
}

/** Updates the caller's preferences; publishes to their own screens which societies were muted or unmuted. */
export const updatePreferencesAction: Action<typeof updatePreferences> = async (sent, ctx) => {
  ctx.require('account.edit');
  return retryOnConflict(async () => {
    const before = (await Users.findById(ctx.me._id, { preferences: 1, version: 1 }).lean()) ?? fail('unauthorized');
    const preferences = chosen(before.preferences, sent, (society) => ctx.me.roles.has(society));
    // Optimistic lock: an update from another screen meanwhile makes this one start again from its result.
    const user = await Users.findOneAndUpdate(
      { _id: ctx.me._id, version: before.version },
      { $set: { preferences }, $inc: { version: 1 } },
      { returnDocument: 'after' },
    ).lean();
    if (!user) return conflict;
    const muted = new Set(preferences.mutedSocieties.map(String));
    const was = new Set(before.preferences.mutedSocieties.map(String));
    const changed = [...new Set([...muted, ...was])].filter((id) => muted.has(id) !== was.has(id));
    const room = [roomOf('user', ctx.me.id)];
    publishEphemeral(...changed.map((id) => liveMessage(ownChanged, room, { kind: 'mute', id, on: muted.has(id), version: user.version })));
    return { data: { preferences: preferencesToWire(user.preferences), version: user.version } };
  });
};
