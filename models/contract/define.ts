import type * as z from 'zod/mini';
import type { ErrorCode } from './error-codes.js';
import type { RoomKind } from './rooms.js';

/** Whether a call needs a signed-in user, uses one if there is one, or ignores it. */
type AuthLevel = 'none' | 'optional' | 'required';

/** Buckets of contract.md, 'Limits'; their numbers are in `limits.ts`. */
export type RateBucket =
  | 'read'
  | 'write'
  | 'post'
  | 'comment'
  | 'like'
  | 'report'
  | 'joinRequest'
  | 'invitation'
  | 'signIn'
  | 'register'
  | 'upload'
  | 'export'
  | 'ticket'
  | 'picture'
  | 'document';

export interface CallSpec<Input extends z.ZodMiniType, Data extends z.ZodMiniType, Counts extends z.ZodMiniType> {
  /** Verb and noun, also the name of its action: `likePost`. */
  name: string;
  feature: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/${string}`;
  auth: AuthLevel;
  /** Rule of `models/policies` that its action must ask; null if auth alone decides. */
  policy: string | null;
  rate: RateBucket;
  status: 200 | 201 | 204;
  /** Accepts an `Idempotency-Key` although it does not answer 201. */
  creates?: boolean;
  /** The body is `multipart/form-data`: its one file is a field of the input. */
  isForm?: boolean;
  /** Maximum bytes of a form's file; without it those of an image. */
  largestFile?: number;
  /** Reads the fields of a DELETE only from its body, so that no URL contains a password. */
  bodyOnly?: true;
  /** From the query of a GET or DELETE, from the body of a POST or PUT. */
  input: Input;
  data: Data;
  /** Content type of a body that is not JSON: then the data is the body's text, or the bytes of a PDF. */
  media?: 'text/csv' | 'text/calendar' | 'application/x-pem-file' | 'application/pdf';
  /** Answers `next` beside `data`. */
  list?: boolean;
  /** Counters that a screen shows beside the list. */
  counts?: Counts;
  summary: string;
  errors?: readonly ErrorCode[];
  deprecated?: boolean;
}

export type Call<
  I extends z.ZodMiniType = z.ZodMiniType,
  D extends z.ZodMiniType = z.ZodMiniType,
  C extends z.ZodMiniType = z.ZodMiniType,
> = CallSpec<I, D, C>;

/** Declares a REST call once, for the route, the client, the API description and the tests. */
export const call = <I extends z.ZodMiniType, D extends z.ZodMiniType, C extends z.ZodMiniType>(spec: CallSpec<I, D, C>): Call<I, D, C> =>
  spec;

/** Whether a call's input is its query; otherwise it is its body. */
export const readsQuery = ({ method, bodyOnly }: Call): boolean => method === 'GET' || (method === 'DELETE' && !bodyOnly);

/** Whether a call accepts an `Idempotency-Key`: a POST of a signed-in user that creates something. */
export const acceptsIdempotencyKey = ({ auth, method, status, creates }: Call): boolean =>
  auth !== 'none' && method === 'POST' && (status === 201 || creates === true);

/** Input as the caller may send it. */
export type InputOf<T> = T extends Call<infer I, z.ZodMiniType, z.ZodMiniType> ? z.input<I> : never;
/** Input as the action gets it, after defaults and coercion. */
export type ParsedOf<T> = T extends Call<infer I, z.ZodMiniType, z.ZodMiniType> ? z.output<I> : never;
export type DataOf<T> = T extends Call<z.ZodMiniType, infer D, z.ZodMiniType> ? z.output<D> : never;
export type CountsOf<T> = T extends Call<z.ZodMiniType, z.ZodMiniType, infer C> ? z.output<C> : never;

export interface Message<Name extends string = string, Payload extends z.ZodMiniType = z.ZodMiniType> {
  name: Name;
  /** Kinds of rooms that it may be sent to. */
  rooms: readonly RoomKind[];
  payload: Payload;
}

/** Declares a live message once: its name, its rooms, its payload (the same for everybody in the room). */
export const message = <N extends string, P extends z.ZodMiniType>(name: N, rooms: readonly RoomKind[], payload: P): Message<N, P> => ({
  name,
  rooms,
  payload,
});
export type PayloadOf<T> = T extends Message<string, infer P> ? z.output<P> : never;
