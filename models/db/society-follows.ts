import type { FollowedSociety, MailCadence } from '#models/contract/society-follows';
import { byUser, deleteAll, describeCollection, ofUser } from './collections.js';
import { date, defineModel, due, dueIndex, type Id, maybeDate, maybeString, on, ref, version } from './model.js';
import type { SocietyDoc } from './societies.js';

/** A toggle: the user follows a public society without being a member. */
export interface SocietyFollowDoc {
  _id: Id;
  society: Id;
  user: Id;
  on: boolean;
  version: number;
  at: Date;
  /** How often mail brings its news; null or absent for the user's choice for all. */
  cadence?: MailCadence | null;
  /** Last time that the user read the society's newest posts. */
  seenAt?: Date | null;
  due?: Date;
}

export const SocietyFollows = defineModel<SocietyFollowDoc>(
  'societyFollows',
  { society: ref, user: ref, on, version, at: date, cadence: maybeString, seenAt: maybeDate, due },
  [[{ society: 1, user: 1 }, { unique: true }], [{ user: 1, on: 1, at: -1 }], [{ society: 1, on: 1 }], dueIndex],
);

describeCollection(SocietyFollows, {
  description: 'Societies that the person follows, with the mail cadence of each. Deleted.',
  exportFilter: ofUser,
  erase: deleteAll(SocietyFollows, byUser),
});

/** A followed society, for the follower only. */
export const followedSocietyToWire = (
  { on: isOn, version: current, cadence }: SocietyFollowDoc,
  { _id, name, category, image }: Pick<SocietyDoc, '_id' | 'name' | 'category' | 'image'>,
): FollowedSociety => ({
  ID: String(_id),
  Name: name,
  Category: category,
  Image: image,
  Is_Following: isOn,
  Follow_Version: current,
  Cadence: cadence ?? null,
});
