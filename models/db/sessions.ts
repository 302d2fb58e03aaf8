import type { ProofMethod } from '#models/contract/second-step';
import type { SessionWire } from '#models/contract/sessions';
import { byUser, deleteAll, describeCollection, ofUser } from './collections.js';
import { date, defineModel, type Id, optionalString, ref, string } from './model.js';

/** `_id` is the SHA-256 of the token, as hex. */
export interface SessionDoc {
  _id: string;
  user: Id;
  device: string;
  createdAt: Date;
  lastSeenAt: Date;
  /** Session at the identity provider, '' if it names none; absent for a sign-in by password. */
  ssoSid?: string;
  /** How a second factor was proved in it, `sso` by the provider; absent without one. */
  secondFactor?: ProofMethod | 'sso';
}

const unusedMs = 30 * 86_400_000;

export const Sessions = defineModel<SessionDoc>(
  'sessions',
  {
    _id: { type: String, required: true },
    user: ref,
    device: string,
    createdAt: date,
    lastSeenAt: date,
    ssoSid: optionalString,
    secondFactor: optionalString,
  },
  [
    [{ user: 1, createdAt: -1, _id: -1 }],
    [{ lastSeenAt: 1 }, { expireAfterSeconds: unusedMs / 1000 }],
    [{ ssoSid: 1 }, { partialFilterExpression: { ssoSid: { $exists: true } } }],
  ],
);

describeCollection(Sessions, {
  description: 'Sessions. Deleted.',
  exportFilter: ofUser,
  omitted: ['_id', 'ssoSid'],
  erase: deleteAll(Sessions, byUser),
});

/** True for a session that was used in the last 30 days; the TTL index deletes others with a delay. */
export const isAlive = ({ lastSeenAt }: Pick<SessionDoc, 'lastSeenAt'>): boolean => Date.now() - lastSeenAt.getTime() < unusedMs;

/** A session as its owner sees it; `current` is the id of the asking one. */
export const sessionToWire = (session: SessionDoc, current: string | null): SessionWire => ({
  ID: session._id,
  Device: session.device,
  CreatedAt: session.createdAt.toISOString(),
  Seen_At: session.lastSeenAt.toISOString(),
  Is_Current: session._id === current,
});
