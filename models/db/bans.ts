import type { Ban } from '#models/contract/bans';
import { byUser, deleteAll, describeCollection } from './collections.js';
import { date, defineModel, type Id, ref, version } from './model.js';
import { type PersonDoc, personImage, personName } from './users.js';

export interface BanDoc {
  _id: Id;
  society: Id;
  user: Id;
  by: Id;
  at: Date;
  version: number;
}

export const Bans = defineModel<BanDoc>('bans', { society: ref, user: ref, by: ref, at: date, version }, [
  [{ society: 1, user: 1 }, { unique: true }],
  [{ user: 1 }],
  [{ society: 1, at: -1, _id: -1 }],
]);

describeCollection(Bans, {
  description: 'Bans of the person: deleted. In bans of others the admin stays as an id.',
  exportFilter: null,
  erase: deleteAll(Bans, byUser),
});

/** A ban as the society's admins see it; `people` holds the banned person and the admin. */
export const banToWire = (ban: BanDoc, people: Map<string, PersonDoc>): Ban => ({
  ID: String(ban.user),
  Name: personName(people.get(String(ban.user))),
  Photo: personImage(people.get(String(ban.user))),
  Banned_At: ban.at.toISOString(),
  Banned_By: personName(people.get(String(ban.by))),
});
