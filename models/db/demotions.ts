import type { Demotion } from '#models/contract/demotions';
import { byUser, describeCollection } from './collections.js';
import { date, defineModel, type Id, mark, needed, optionalDate, ref, refs, string, version } from './model.js';
import { type PersonDoc, personImage, personName } from './users.js';

export interface DemotionDoc {
  _id: Id;
  society: Id;
  /** The admin it is about. */
  user: Id;
  /** The admin who asked, or the platform admin who demoted at once. */
  by: Id;
  reason: string;
  agreed: Id[];
  status: Demotion['Status'];
  /** True while open; a unique index allows one per person and society. */
  open?: true;
  createdAt: Date;
  expiresAt: Date;
  endedAt?: Date;
  version: number;
}

const retentionDays = 400;

export const Demotions = defineModel<DemotionDoc>(
  'demotions',
  {
    society: ref,
    user: ref,
    by: ref,
    reason: string,
    agreed: refs,
    status: needed,
    open: mark,
    createdAt: date,
    expiresAt: date,
    endedAt: optionalDate,
    version,
  },
  [
    [
      { society: 1, user: 1 },
      { unique: true, partialFilterExpression: { open: true } },
    ],
    [{ society: 1, createdAt: 1, _id: 1 }],
    [{ expiresAt: 1 }, { partialFilterExpression: { open: true } }],
    [{ user: 1 }],
    [{ by: 1 }],
    [{ endedAt: 1 }, { expireAfterSeconds: retentionDays * 86_400 }],
  ],
);

describeCollection(Demotions, {
  description:
    'Requests that an admin be demoted, with reasons, and demotions by platform admins. Those about or by a deleted account are deleted; of others their agreement stays as an id. Kept for 400 days after their end.',
  // The person it is about does not see an open request, and never who made it.
  exportFilter: (user) => ({ by: user }),
  erase: async (person) => {
    await Demotions.deleteMany(byUser(person));
    await Demotions.deleteMany({ by: person.user });
  },
});

/** How many of the other admins have to agree: more than half, and never fewer than two, also while others are suspended. */
export const neededOf = (others: number): number => Math.max(2, Math.floor(others / 2) + 1);

/** A request as other admins see it. `admins`: the present ones who can sign in. */
export function demotionToWire(doc: DemotionDoc, admins: readonly Id[], people: Map<string, PersonDoc>): Demotion {
  const others = admins.filter((admin) => !admin.equals(doc.user));
  return {
    ID: String(doc._id),
    Society_ID: String(doc.society),
    User: String(doc.user),
    User_Name: personName(people.get(String(doc.user))),
    User_Photo: personImage(people.get(String(doc.user))),
    Asked_By: String(doc.by),
    Asked_By_Name: personName(people.get(String(doc.by))),
    Reason: doc.reason,
    Agreed: others.filter((admin) => doc.agreed.some((each) => each.equals(admin))).map(String),
    Needed: neededOf(others.length),
    Status: doc.status,
    CreatedAt: doc.createdAt.toISOString(),
    Expires_At: doc.expiresAt.toISOString(),
    version: doc.version,
  };
}
