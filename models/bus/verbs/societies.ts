import { roomOf } from '#models/contract/rooms';
import { societyCreated } from '#models/contract/societies';
import type { ActivityDoc } from '#models/db/activities';
import { Societies, societyToWire } from '#models/db/societies';
import { loadPeople } from '#models/db/users';
import { live } from '../push.js';
import type { VerbSpec } from '../verb.js';
import { membershipLive } from './members.js';

/** The record's object is the society; its creator became its admin in the same transaction. */
export const societyCreatedVerb: VerbSpec<ActivityDoc> = {
  async messages(activity) {
    const society = await Societies.findById(activity.object).lean();
    if (!society || society.removedAt) return [];
    const own = await membershipLive(society, activity.actor);
    if (society.privacy.visibility === 'invite-only') return [own];
    const creator = (await loadPeople([society.creator])).get(String(society.creator));
    return [live(societyCreated, [roomOf('societies')], societyToWire(society, creator)), own];
  },
  counted: (activity) => [{ kind: 'society', id: activity.object }],
  isShown: true,
  staleRecommendations: (activity) => [activity.actor],
};
