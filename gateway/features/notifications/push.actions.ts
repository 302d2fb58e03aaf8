import type { Action } from '#gateway/plugins/calls';
import { fail } from '#models/contract/failure';
import type { getPushKey, pushSubscribe, pushUnsubscribe } from '#models/contract/push';
import { PushSubscriptions, saveSubscription } from '#models/db/push-subscriptions';
import { vapidKeys } from '#models/db/vapid';

export const pushSubscribeAction: Action<typeof pushSubscribe> = async ({ endpoint, keys }, ctx) => {
  ctx.require('account.edit');
  await saveSubscription({ user: ctx.me._id, session: ctx.session ?? fail('unauthorized'), endpoint, keys });
  return { data: { subscribed: true } };
};

export const pushUnsubscribeAction: Action<typeof pushUnsubscribe> = async ({ endpoint }, ctx) => {
  ctx.require('account.edit');
  await PushSubscriptions.deleteOne({ endpoint, user: ctx.me._id });
  return { data: { subscribed: false } };
};

export const getPushKeyAction: Action<typeof getPushKey> = async () => ({ data: { key: (await vapidKeys()).publicKey } });
