import type { InputOf } from '#models/contract/define';
import {
  type Society,
  type SocietyNotifications,
  type SocietyPermissions,
  type SocietyPrivacy,
  type societyCategories,
  societyNotifications,
  societyPermissions,
  societyPrivacy,
} from '#models/contract/societies';
import type { updateInfo } from '#models/contract/society-settings';
import { type SocietyValues, tidy } from '../form/society-values';

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
  const { name, description, image, question, tags, rules, contactEmail, website } = changes;
  const category = changes.category as (typeof societyCategories)[number] | undefined;
  const texts = { name, description, category, image, question, tags, rules, contactEmail, website };
  return Object.fromEntries(
    Object.entries(definedFields({ ...texts, ...sectionsOf(changes) })).map(([field, value]) => [field, tidy(value)]),
  );
}

/** Fields of the society after the changes are saved. */
export function patchOf(society: Society, changes: Changes): Partial<Society> {
  const { privacy, permissions, notifications, ...texts } = settingsOf(changes);
  return definedFields({
    Name: texts.name,
    Description: texts.description,
    Category: texts.category,
    Image: texts.image,
    Question: texts.question,
    Tags: texts.tags,
    Rules: texts.rules,
    Contact_Email: texts.contactEmail,
    Website: texts.website,
    Privacy: privacy && society.Privacy ? { ...society.Privacy, ...privacy } : undefined,
    Permissions: permissions && society.Permissions ? { ...society.Permissions, ...permissions } : undefined,
    Notifications: notifications && society.Notifications ? { ...society.Notifications, ...notifications } : undefined,
  });
}
