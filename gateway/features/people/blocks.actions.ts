import type { Action } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import { publish } from '#models/bus/publish';
import type { blockUser, getBlocked, unblockUser } from '#models/contract/blocks';
import { Blocks } from '#models/db/blocks';
import { blockPage } from '#models/db/blocks.loaders';
import { setToggle, toggleVersion } from '#models/db/toggle';
import { loadPeople, personImage, personName } from '#models/db/users';
import { findTargetPerson } from './find-target-person.js';

async function toggle(userId: string, on: boolean, ctx: Ctx) {
  const user = await findTargetPerson(ctx, userId);
  const pair = { from: ctx.me._id, to: user._id };
  const block = (await setToggle(Blocks, pair, on))?.doc;
  if (block) publish({ kind: 'block', doc: block });
  const version = block?.version ?? (await toggleVersion(Blocks, pair));
  return { data: { blocked: on, version } };
}

export const blockUserAction: Action<typeof blockUser> = ({ user_id }, ctx) => toggle(user_id, true, ctx);
export const unblockUserAction: Action<typeof unblockUser> = ({ user_id }, ctx) => toggle(user_id, false, ctx);

export const getBlockedAction: Action<typeof getBlocked> = async ({ limit, cursor }, ctx) => {
  const { blocks, next } = await blockPage(ctx.me._id, cursor, limit);
  const people = await loadPeople(blocks.map(({ to }) => to));
  const data = blocks.map(({ to, version }) => {
    const person = people.get(String(to));
    return { ID: String(to), Name: personName(person), Image: personImage(person), Block_Version: version };
  });
  return { data, next };
};
