import type { Action } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import { publish } from '#models/bus/publish';
import { fail } from '#models/contract/failure';
import {
  type followSociety,
  type getFollowedSocieties,
  type setMailCadence,
  type unfollowSociety,
  usualCadence,
} from '#models/contract/society-follows';
import { type Id, toId } from '#models/db/model';
import { findSociety } from '#models/db/societies.loaders';
import { followedSocietyToWire, SocietyFollows } from '#models/db/society-follows';
import { followedSocieties } from '#models/db/society-follows.loaders';
import { setToggle, toggleVersion } from '#models/db/toggle';
import { Users } from '#models/db/users';

async function toggle(society: Id, on: boolean, ctx: Ctx) {
  const pair = { society, user: ctx.me._id };
  const follow = (await setToggle(SocietyFollows, pair, on))?.doc;
  if (follow) publish({ kind: 'societyFollow', doc: follow });
  const version = follow?.version ?? (await toggleVersion(SocietyFollows, pair));
  return { data: { society_id: String(society), Is_Following: on, version } };
}

export const followSocietyAction: Action<typeof followSociety> = async ({ society_id }, ctx) => {
  const { society, facts } = (await findSociety(ctx, toId(society_id))) ?? fail('not_found');
  ctx.require('society.follow', facts);
  return toggle(society._id, true, ctx);
};

export const unfollowSocietyAction: Action<typeof unfollowSociety> = async ({ society_id }, ctx) => {
  const { society, facts } = (await findSociety(ctx, toId(society_id))) ?? fail('not_found');
  ctx.require('society.unfollow', facts);
  return toggle(society._id, false, ctx);
};

export const getFollowedSocietiesAction: Action<typeof getFollowedSocieties> = async (_nothing, ctx) => {
  const [found, user] = await Promise.all([followedSocieties(ctx.me), Users.findById(ctx.me._id, { followCadence: 1 }).lean()]);
  const data = found.map(({ follow, society }) => followedSocietyToWire(follow, society));
  return { data, next: null, counts: { followed: data.length, cadence: user?.followCadence ?? usualCadence } };
};

export const setMailCadenceAction: Action<typeof setMailCadence> = async ({ society_id, cadence }, ctx) => {
  ctx.require('account.edit');
  if (society_id === undefined) {
    await Users.updateOne({ _id: ctx.me._id }, cadence ? { $set: { followCadence: cadence } } : { $unset: { followCadence: 1 } });
    return { data: { society_id: null, cadence } };
  }
  const { matchedCount } = await SocietyFollows.updateOne({ society: toId(society_id), user: ctx.me._id, on: true }, { $set: { cadence } });
  if (matchedCount === 0) return fail('not_found');
  return { data: { society_id, cadence } };
};
