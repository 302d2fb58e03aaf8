import type { Affiliation } from '#models/contract/roster';
import { deleteAll, describeCollection } from './collections.js';
import { defineModel, type Id, maybeDate, maybeNumber, maybeRef, needed, optionalDate, optionalString, string } from './model.js';

/** A person on the university's list. */
export interface RosterEntryDoc {
  _id: Id;
  /** Folded number, which names the person in each file. */
  key: string;
  /** Student or staff number as written. */
  number: string;
  name: string;
  email: string;
  emailFolded: string;
  affiliation: Affiliation | '';
  faculty: string;
  year: number | null;
  /** Account that has verified the address; null without one. */
  account: Id | null;
  /** Time of the change by which the person had left; null while they are active. */
  leftAt: Date | null;
  /** Name of the person at the identity system; absent for an entry that it does not manage. */
  externalId?: string;
  /** Parts of the name, as the identity system has them. */
  givenName?: string;
  familyName?: string;
  /** Time of the last change; absent for an entry that was never changed. */
  changedAt?: Date;
}

export const RosterEntries = defineModel<RosterEntryDoc>(
  'rosterEntries',
  {
    key: needed,
    number: needed,
    name: string,
    email: string,
    emailFolded: string,
    affiliation: { type: String, enum: ['', 'student', 'faculty', 'staff'], default: '' },
    faculty: string,
    year: maybeNumber,
    account: maybeRef,
    leftAt: maybeDate,
    externalId: optionalString,
    givenName: optionalString,
    familyName: optionalString,
    changedAt: optionalDate,
  },
  [
    [{ key: 1 }, { unique: true }],
    [{ account: 1 }],
    [{ emailFolded: 1 }, { partialFilterExpression: { emailFolded: { $gt: '' } } }],
    [{ externalId: 1 }, { partialFilterExpression: { externalId: { $gt: '' } } }],
    [{ affiliation: 1, key: 1 }, { partialFilterExpression: { affiliation: { $gt: '' } } }],
  ],
);

describeCollection(RosterEntries, {
  isInternal: true,
  description:
    'The university’s list of its people, as imported or sent by its identity system. The entry of a deleted account is deleted; the next file brings it back.',
  exportFilter: (user) => ({ account: user }),
  omitted: ['key', 'emailFolded'],
  erase: deleteAll(RosterEntries, ({ user }) => ({ account: user })),
});
