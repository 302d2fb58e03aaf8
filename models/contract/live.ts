import * as z from 'zod/mini';
import type { ErrorCode } from './error-codes.js';
import { id } from './parts.js';

/** Paths of Socket.IO and of plain WebSockets. */
export const socketPath = '/socket.io';
export const plainPath = '/live';

const streamIdPattern = /^\d{1,15}-\d{1,10}$/;
/** Position in the live stream: `at` of the last join's answer, or the last `position`. */
const streamId = z.string().check(z.regex(streamIdPattern));

/**
 * Header of a call: stream id of the newest live message that the client has received. A gateway that has not handled that message
 * yet reads without its caches.
 */
export const positionHeader = 'live-position';
export const isStreamId = (text: unknown): text is string => typeof text === 'string' && streamIdPattern.test(text);

const roomName = z.string().check(z.maxLength(60));
const roomList = z.array(roomName).check(z.maxLength(400));

/** The handshake's `auth`: no token for a visitor; `since` is for the automatic `user:` room; `hidden` for a tab in the background. */
export const handshake = z.object({
  token: z.optional(z.nullable(z.string())),
  since: z.optional(z.nullable(streamId)),
  hidden: z.optional(z.boolean()),
});
export type Handshake = z.input<typeof handshake>;

/** Events from client to server; each is acknowledged with an `Answer`. */
export const clientEvents = {
  /** A room, several, or rooms with the stream id from which to replay them. */
  join: {
    name: 'join',
    input: z.union([roomName, roomList, z.object({ rooms: z.union([roomName, roomList]), since: z.optional(z.nullable(streamId)) })]),
  },
  leave: { name: 'leave', input: z.union([roomName, roomList]) },
  typing: { name: 'typing', input: z.object({ post_id: id }) },
  /** Whether the caller looks at a join request, for the society's other admins. */
  looking: { name: 'looking', input: z.object({ request_id: id, looking: z.boolean() }) },
  /** Whether the tab is in the foreground: a notification that reaches only background tabs is not seen. */
  visible: { name: 'visible', input: z.object({ visible: z.boolean() }) },
} as const;
export type ClientEventName = keyof typeof clientEvents;
export type ClientEventInput<N extends ClientEventName> = z.input<(typeof clientEvents)[N]['input']>;

/** The first frame of a plain WebSocket; `joined` answers it. */
export const plainHello = z.object({
  token: z.optional(z.nullable(z.string())),
  join: z.optional(z.union([roomName, roomList])),
  since: z.optional(z.nullable(streamId)),
});
export type PlainHello = z.input<typeof plainHello>;

/** Success: `refused` names rooms of a list that were not joined; `resync` means that nothing could be replayed, so fetch again. */
export interface Accepted {
  ok: true;
  at: string;
  refused?: { room: string; code: ErrorCode }[];
  resync?: true;
}
export interface Refused {
  ok: false;
  error_message: string;
  code: ErrorCode;
}
export type Answer = Accepted | Refused;

/**
 * Messages to a single connection. A live message is `(payload, id)`; these have a payload alone. `resync`: messages may be
 * missing, fetch again what is on the screen. `joined`: plain WebSockets only.
 */
export interface Controls {
  position: { at: string };
  resync: { at: string };
  'room:left': { rooms: string[]; code: ErrorCode };
  joined: Answer;
}
export type ControlName = keyof Controls;
export const controls = { position: 'position', resync: 'resync', roomLeft: 'room:left', joined: 'joined' } as const satisfies Record<
  string,
  ControlName
>;

/** Every frame of a plain WebSocket; a control has no id. */
export interface PlainFrame {
  message: string;
  payload: unknown;
  id?: string;
}

/** Shortest interval in which a client repeats that somebody looks at a request; receivers forget it after two and a half. */
export const lookingEveryMs = 4000;

/** Shortest interval in which a client repeats that somebody is typing; receivers forget it a little later. */
export const typingEveryMs = 2000;
