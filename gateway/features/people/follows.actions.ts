import type { Action } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import { publish } from '#models/bus/publish';
import { fail } from '#models/contract/failure';
import type { getFollowers, getFollowing } from '#models/contract/follow-lists';
import type { followUser, unfollowUser } from '#models/contract/people';
import { incrementCounters } from '#models/db/counters';
import { Follows } from '#models/db/follows';
import { followPage } from '#models/db/follows.loaders';
import { toId } from '#models/db/model';
import { findPerson, peopleForViewer } from '#models/db/people.loaders';
import { setToggle, toggleVersion } from '#models/db/toggle';
import { type UserDoc, Users } from '#models/db/users';
import { findTargetPerson } from './find-target-person.js';

async function toggle(user: UserDoc, on: boolean, ctx: Ctx) {
  const pair = { from: ctx.me._id, to: user._id };
  const flipped = await setToggle(Follows, pair, on);
  let theirs = user;
  if (flipped) {
    const { doc: follow, inDoubt } = flipped;
    const inc = on ? 1 : -1;
    const counted = await incrementCounters(Users, user._id, { inc: { followers: inc }, since: follow.at, inDoubt });
    const mine = counted && (await incrementCounters(Users, ctx.me._id, { inc: { following: inc }, since: follow.at, inDoubt }));
    if (mine) publish({ kind: 'follow', doc: follow });
    theirs = counted ?? user;
  }
  const version = flipped?.doc.version ?? (await toggleVersion(Follows, pair));
  const { followers, following, rev } = theirs;
  return { data: { Is_Following: on, Followers: followers, Following: following, rev, version } };
}

export const followUserAction: Action<typeof followUser> = async ({ user_id }, ctx) => {
  const found = (await findPerson(ctx, toId(user_id))) ?? fail('not_found');
  ctx.require('person.follow', found.facts);
  return toggle(found.user, true, ctx);
};

export const unfollowUserAction: Action<typeof unfollowUser> = async ({ user_id }, ctx) =>
  toggle(await findTargetPerson(ctx, user_id), false, ctx);

export const getFollowersAction: Action<typeof getFollowers> = async ({ user_id, limit, cursor }, ctx) => {
  const found = (await findPerson(ctx, toId(user_id))) ?? fail('not_found');
  ctx.require('profile.see', found.facts);
  const { follows, next } = await followPage({ to: found.user._id }, cursor, limit);
  const ids = follows.map(({ from }) => from);
  return { data: await peopleForViewer(ctx, ids), next };
};

export const getFollowingAction: Action<typeof getFollowing> = async ({ user_id, limit, cursor }, ctx) => {
  const found = (await findPerson(ctx, toId(user_id))) ?? fail('not_found');
  ctx.require('profile.see', found.facts);
  const { follows, next } = await followPage({ from: found.user._id }, cursor, limit);
  const ids = follows.map(({ to }) => to);
  return { data: await peopleForViewer(ctx, ids), next };
};
