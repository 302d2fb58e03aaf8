import * as z from 'zod/mini';
import type { ErrorCode } from './errors.js';
import { id } from './parts.js';

/** Where Socket.IO listens, and where plain WebSockets do. */
export const socketPath = '/socket.io';
export const plainPath = '/live';

/** A place in the live stream: what the answer to the last join (`at`) or the last `position` told. */
export const streamId = z.string().check(z.regex(/^\d{1,15}-\d{1,10}$/));

const roomName = z.string().check(z.maxLength(60));
const roomList = z.array(roomName).check(z.maxLength(400));

/** The handshake's `auth`: no token for a visitor; `since` is for the automatic `user:` room; `hidden` for a tab in the background. */
export const handshake = z.object({
  token: z.optional(z.nullable(z.string())),
  since: z.optional(z.nullable(streamId)),
  hidden: z.optional(z.boolean()),
});
export type Handshake = z.input<typeof handshake>;

/** What a client asks of a socket; each is acknowledged with an `Answer`. */
export const clientEvents = {
  /** A room, several, or rooms with the place from which they are to be replayed. */
  join: {
    name: 'join',
    input: z.union([roomName, roomList, z.object({ rooms: z.union([roomName, roomList]), since: z.optional(z.nullable(streamId)) })]),
  },
  leave: { name: 'leave', input: z.union([roomName, roomList]) },
  typing: { name: 'typing', input: z.object({ post_id: id }) },
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

/** Yes: `refused` names the rooms of a list that were not joined; `resync` says that nothing could be replayed, so fetch again. */
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
 * What the server says to one connection only. A live message is `(payload, id)`; these have a payload alone.
 * `resync`: what came meanwhile is not known, fetch again what is on the screen. `joined`: plain WebSockets only.
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

/** How often a client says that somebody is typing, at most; who hears it forgets it a little later. */
export const typingEveryMs = 2000;
