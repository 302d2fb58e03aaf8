import { type Id, toId } from '#models/db/model';

const kinds = [
  'user',
  'society',
  'membership',
  'post',
  'comment',
  'like',
  'follow',
  'event',
  'attendance',
  'bookmark',
  'joinRequest',
  'notification',
  'activity',
  'upload',
] as const;
type IdKind = (typeof kinds)[number];
/** Id of the n-th document of a kind; determined by the seed. */
export type IdOf = (kind: IdKind, n: number) => Id;

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0').slice(-digits);

export const idsOf =
  (seed: number): IdOf =>
  (kind, n) =>
    toId(hex(seed, 8) + hex(kinds.indexOf(kind) + 1, 4) + hex(n + 1, 12));
