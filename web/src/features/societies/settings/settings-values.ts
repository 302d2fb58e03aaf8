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

/** Those of the changes that belong to one section; undefined where there is none. */
function sectionOf<S extends object>(changes: Changes, names: Record<keyof S, unknown>): Partial<S> | undefined {
  const found = Object.entries(changes).filter(([name]) => name in names);
  return found.length > 0 ? (Object.fromEntries(found) as Partial<S>) : undefined;
}
const sectionsOf = (changes: Changes) => ({
  privacy: sectionOf<SocietyPrivacy>(changes, societyPrivacy.shape),
  permissions: sectionOf<SocietyPermissions>(changes, societyPermissions.shape),
  notifications: sectionOf<SocietyNotifications>(changes, societyNotifications.shape),
});

const present = <T extends object>(fields: T) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** What is sent: only what differs, also inside of a section. */
export function settingsOf(changes: Changes): Settings {
  const { name, description, image, question, tags, rules, contactEmail, website } = changes;
  const category = changes.category as (typeof societyCategories)[number] | undefined;
  const written = { name, description, category, image, question, tags, rules, contactEmail, website };
  return Object.fromEntries(Object.entries(present({ ...written, ...sectionsOf(changes) })).map(([field, value]) => [field, tidy(value)]));
}

/** The society as it is once the changes are saved. */
export function patchOf(society: Society, changes: Changes): Partial<Society> {
  const { privacy, permissions, notifications, ...written } = settingsOf(changes);
  return present({
    Name: written.name,
    Description: written.description,
    Category: written.category,
    Image: written.image,
    Question: written.question,
    Tags: written.tags,
    Rules: written.rules,
    Contact_Email: written.contactEmail,
    Website: written.website,
    Privacy: privacy && society.Privacy ? { ...society.Privacy, ...privacy } : undefined,
    Permissions: permissions && society.Permissions ? { ...society.Permissions, ...permissions } : undefined,
    Notifications: notifications && society.Notifications ? { ...society.Notifications, ...notifications } : undefined,
  });
}
