import type { Call, DataOf, InputOf } from '#models/contract/define';
import { createPost, getPost } from '#models/contract/posts';
import { getSocietyInfo } from '#models/contract/societies';
import type { Verb } from '#models/db/activities';
import type { EventDoc } from '#models/db/events';
import type { Id } from '#models/db/model';
import type { PostDoc } from '#models/db/posts';
import type { SocietyDoc } from '#models/db/societies';
import type { UserDoc } from '#models/db/users';
import type { TestSocket } from './sockets.js';

/** People who listen in every room that they may join. */
export const listeners = ['visitor', 'outsider', 'member', 'moderator', 'admin', 'platform admin'] as const;
export type Listener = (typeof listeners)[number];
export const [, ...signedIn] = listeners;
export const inside = ['member', 'moderator', 'admin', 'platform admin'] as const;
export const moderating = ['moderator', 'admin', 'platform admin'] as const;

/** Objects and people with which messages are caused. */
export interface MessageScenario {
  society: SocietyDoc;
  people: Record<Exclude<Listener, 'visitor'>, UserDoc>;
  /** A plain member who does not listen. */
  plainMember: UserDoc;
  post: PostDoc;
  event: EventDoc;
  /** Objects to remove. */
  doomed: { post: PostDoc; event: EventDoc; society: SocietyDoc };
  /** Society to make private. */
  closing: SocietyDoc;
  /** Calls, and throws on a failure. */
  as<C extends Call>(listener: Listener, call: C, input: InputOf<C>): Promise<DataOf<C>>;
  /** Signs somebody in and out again; returns the session's id. */
  endSessionOf(listener: Exclude<Listener, 'visitor'>): Promise<string>;
  /** Drains pending publishes, then runs the jobs of the records side by side. */
  runJobs(verb: Verb, ...objects: unknown[]): Promise<void>;
  socketOf(listener: Listener): TestSocket;
}

// biome-ignore lint/suspicious/noExplicitAny: the payload of whatever message the row is about.
export type AnyPayload = any;

/** Cause of a message, and what to expect of it. */
export interface MessageCase {
  /** Recipients; each gets it once. */
  recipients: readonly Listener[];
  act(on: MessageScenario): Promise<unknown>;
  /** Selects the message among several of its name. */
  matches?(payload: AnyPayload, on: MessageScenario): boolean;
  /** The message and the refetched state, in comparable form. */
  compare?(payload: AnyPayload, on: MessageScenario): Promise<[fromMessage: unknown, fetched: unknown]>;
}

export const idOf = ({ _id }: { _id: Id }): string => String(_id);
/** Reduces the fetched object to the fields of the message. */
export const shared = (message: object, fetched: object | undefined): [fromMessage: unknown, fetched: unknown] => [
  message,
  fetched && Object.fromEntries(Object.keys(message).map((key) => [key, (fetched as Record<string, unknown>)[key]])),
];
export const named =
  (field: string, of: (on: MessageScenario) => { _id: Id }): NonNullable<MessageCase['matches']> =>
  (payload, on) =>
    payload[field] === idOf(of(on));

export const ofPost = (on: MessageScenario) => ({ post_id: idOf(on.post) });
export const ofEvent = (on: MessageScenario) => ({ event_id: idOf(on.event) });
export const ofSociety = (on: MessageScenario) => ({ society_id: idOf(on.society) });
export const isOfEvent = named('event_id', (on) => on.event);

export const countsOfPost = async (on: MessageScenario) => {
  const { Likes: likes, CommentsCount, rev } = await on.as('visitor', getPost, ofPost(on));
  return { ...ofPost(on), Likes: likes, CommentsCount, rev };
};
export const countsOfSociety = async (on: MessageScenario) => {
  const { Member_Count, Event_Count, Post_Count, rev } = await on.as('visitor', getSocietyInfo, ofSociety(on));
  return { ...ofSociety(on), Member_Count, Event_Count, Post_Count, rev };
};
export const write = (on: MessageScenario, content: string) => on.as('member', createPost, { ...ofSociety(on), content });
