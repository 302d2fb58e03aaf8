import * as z from 'zod/mini';
import { call } from './define.js';
import { fieldTexts } from './field-texts.js';
import { lengths } from './limits.js';
import { nothing } from './parts.js';
import { isPublicHostname } from './public-hostname.js';

const feature = 'notifications';

/** URL of a public push service, so that it cannot point into a private network. */
function isPublic(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, port } = new URL(address);
  return protocol === 'https:' && username === '' && port === '' && isPublicHostname(hostname);
}

const endpoint = z
  .string(fieldTexts.wrong_type)
  .check(z.maxLength(lengths.url, fieldTexts.too_long), z.refine(isPublic, fieldTexts.wrong_type));
const base64url = (bytes: number) =>
  z.string(fieldTexts.wrong_type).check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}={0,2}$`), fieldTexts.wrong_type));

/** Payload of a push for the service worker, in the reader's language. */
export interface PushMessage {
  /** Notification id: a later push replaces an earlier one of the same id. */
  id: string;
  /** Owner: somebody else may have signed in on this browser since. */
  user: string;
  title: string;
  body: string;
  /** Reason why the reader gets it. */
  why: string;
  /** Pages: the notification's target, and the question whether to mute it. */
  link: string;
  mute: { label: string; link: string };
  /** Approves the one join request: the button, the token for `approveByPush`, and what is shown afterwards. */
  approve?: { label: string; token: string; done: string };
  lang: 'en' | 'ar';
  dir: 'ltr' | 'rtl';
}

export const pushSubscribe = call({
  name: 'pushSubscribe',
  feature,
  method: 'POST',
  path: '/notifications/push_subscribe',
  auth: 'required',
  policy: 'account.edit',
  rate: 'write',
  status: 200,
  input: z.object({
    endpoint,
    keys: z.object({ p256dh: base64url(65), auth: base64url(16) }, fieldTexts.wrong_type),
  }),
  data: z.object({ subscribed: z.literal(true) }),
  summary: 'Have this browser told by push, as its `PushSubscription` says; twice is once, and a browser is its last account’s.',
});

export const pushUnsubscribe = call({
  name: 'pushUnsubscribe',
  feature,
  method: 'POST',
  path: '/notifications/push_unsubscribe',
  auth: 'required',
  policy: 'account.edit',
  rate: 'write',
  status: 200,
  input: z.object({ endpoint }),
  data: z.object({ subscribed: z.literal(false) }),
  summary: 'Have this browser told no more.',
});

export const getPushKey = call({
  name: 'getPushKey',
  feature,
  method: 'GET',
  path: '/notifications/push_key',
  auth: 'required',
  policy: null,
  rate: 'read',
  status: 200,
  input: nothing,
  data: z.object({ key: z.string() }),
  summary: "The server's public key, with which a browser subscribes.",
});
