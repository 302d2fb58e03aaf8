import type { Action } from '#gateway/plugins/calls';
import type { getWaiting } from '#models/contract/waiting';
import { countWaiting } from '#models/db/waiting.loaders';

export const getWaitingAction: Action<typeof getWaiting> = async (_input, ctx) => ({ data: await countWaiting(ctx, ctx.me._id) });
