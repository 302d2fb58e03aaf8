import type { InputOf } from '#models/contract/define';
import {
  type Society,
  type SocietyNotifications,
  type SocietyPermissions,
  type SocietyPrivacy,
  societyNotifications,
  societyPermissions,
  societyPrivacy,
} from '#models/contract/societies';
import type { updateInfo } from '#models/contract/society-settings';
import { fieldOfText, type SocietyTexts, type SocietyValues, tidy } from '../form/society-values';

export type Changes = Partial<SocietyValues>;
export type Settings = Omit<InputOf<typeof updateInfo>, 'society_id'>;

/** Changes that belong to one section; undefined without any. */
function sectionOf<S extends object>(changes: Changes, names: Record<keyof S, unknown>): Partial<S> | undefined {
  const found = Object.entries(changes).filter(([name]) => name in names);
  return found.length > 0 ? (Object.fromEntries(found) as Partial<S>) : undefined;
}
const sectionsOf = (changes: Changes) => ({
  privacy: sectionOf<SocietyPrivacy>(changes, societyPrivacy.shape),
  permissions: sectionOf<SocietyPermissions>(changes, societyPermissions.shape),
  notifications: sectionOf<SocietyNotifications>(changes, societyNotifications.shape),
});

const definedFields = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** Converts changes to the input of the call: only changed fields, also inside sections. */
export function settingsOf(changes: Changes): Settings {
  const changed = definedFields({ ...sectionOf<SocietyTexts>(changes, fieldOfText), ...sectionsOf(changes) });
  return Object.fromEntries(Object.entries(changed).map(([field, value]) => [field, tidy(value)]));
}

/** Fields of the society after the changes are saved. */
export function patchOf(society: Society, changes: Changes): Partial<Society> {
  const { privacy, permissions, notifications, ...texts } = settingsOf(changes);
  return definedFields({
    ...Object.fromEntries(Object.entries(texts).map(([name, value]) => [fieldOfText[name as keyof SocietyTexts], value])),
    Privacy: privacy && society.Privacy ? { ...society.Privacy, ...privacy } : undefined,
    Permissions: permissions && society.Permissions ? { ...society.Permissions, ...permissions } : undefined,
    Notifications: notifications && society.Notifications ? { ...society.Notifications, ...notifications } : undefined,
  });
}
