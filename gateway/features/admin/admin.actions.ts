import { boardCookie } from '#gateway/plugins/board-session';
import type { Action } from '#gateway/plugins/calls';
import type { openBoard } from '#models/contract/admin';
import { fail } from '#models/contract/failure';

export const openBoardAction: Action<typeof openBoard> = async (_nothing, ctx) => {
  ctx.require('platform.manage');
  const cookie = await boardCookie(ctx.session ?? fail('unauthorized'));
  return { data: { link: cookie.path, expires_at: cookie.expires.toISOString() }, cookie };
};
