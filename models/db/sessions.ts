import { date, defineModel, type Id, ref, string } from './model.js';

/** `_id` is the SHA-256 of the token, as hex. */
export interface SessionDoc {
  _id: string;
  user: Id;
  device: string;
  createdAt: Date;
  lastSeenAt: Date;
}

const unusedDays = 30;

export const Sessions = defineModel<SessionDoc>(
  'sessions',
  { _id: { type: String, required: true }, user: ref, device: string, createdAt: date, lastSeenAt: date },
  [[{ user: 1 }], [{ lastSeenAt: 1 }, { expireAfterSeconds: unusedDays * 86_400 }]],
);
