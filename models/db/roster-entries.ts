import type { Affiliation } from '#models/contract/roster';
import { deleteAll, describeCollection } from './collections.js';
import { defineModel, type Id, maybeDate, maybeNumber, maybeRef, needed, string } from './model.js';

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
  /** Time of the import by which the person had left; null while they are active. */
  leftAt: Date | null;
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
  },
  [[{ key: 1 }, { unique: true }], [{ account: 1 }], [{ emailFolded: 1 }, { partialFilterExpression: { emailFolded: { $gt: '' } } }]],
);

describeCollection(RosterEntries, {
  isInternal: true,
  description: 'The university’s list of its people, as imported. The entry of a deleted account is deleted; the next file brings it back.',
  exportFilter: (user) => ({ account: user }),
  omitted: ['key', 'emailFolded'],
  erase: deleteAll(RosterEntries, ({ user }) => ({ account: user })),
});
