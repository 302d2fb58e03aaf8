import type { RoleEnd, RolePeriod } from '#models/contract/role-terms';
import type { SocietyRole } from '#models/contract/societies';
import { byUser, deleteAll, describeCollection, ofUser } from './collections.js';
import { date, defineModel, type Id, mark, maybeDate, maybeRef, maybeString, needed, ref } from './model.js';
import { type PersonDoc, personImage, personName } from './users.js';

/** Time for which a person is, or was, admin or moderator of a society. */
export interface RolePeriodDoc {
  _id: Id;
  society: Id;
  user: Id;
  role: SocietyRole;
  /** Giver of the role; null if nobody noted it. */
  by: Id | null;
  from: Date;
  /** The role is older than the history: it began after `from`, nobody noted when. */
  early?: boolean;
  /** Last planned day. */
  until: string | null;
  endedAt: Date | null;
  end: RoleEnd | null;
  /** Null for an end by itself. */
  endedBy: Id | null;
  /** True while the person has the role, then absent. */
  open?: boolean;
}

export const RolePeriods = defineModel<RolePeriodDoc>(
  'rolePeriods',
  {
    society: ref,
    user: ref,
    role: needed,
    by: maybeRef,
    from: date,
    early: mark,
    until: maybeString,
    endedAt: maybeDate,
    end: maybeString,
    endedBy: maybeRef,
    open: mark,
  },
  [
    [{ society: 1, from: -1, _id: -1 }],
    [
      { society: 1, user: 1 },
      { unique: true, partialFilterExpression: { open: true } },
    ],
    [{ user: 1 }],
  ],
);

describeCollection(RolePeriods, {
  description: 'When the person was admin or moderator of which society. Deleted. In periods of others the admin stays as an id.',
  exportFilter: ofUser,
  omitted: ['by', 'endedBy', 'open'],
  erase: deleteAll(RolePeriods, byUser),
});

/** People of a page of periods. */
export const peopleOfPeriods = (periods: readonly RolePeriodDoc[]): Id[] =>
  periods.flatMap(({ user, by, endedBy }) => [user, by, endedBy].filter((id) => id !== null));

type People = ReadonlyMap<string, PersonDoc>;

/** A person by id, name and photo, for answers about roles. */
export const rolePersonToWire = (id: Id, people: People): RolePeriod['Person'] => {
  const person = people.get(String(id));
  return { ID: String(id), Name: personName(person), Photo: personImage(person) };
};

/** A period as moderators and admins see it. */
export const rolePeriodToWire = (period: RolePeriodDoc, people: People): RolePeriod => ({
  ID: String(period._id),
  Person: rolePersonToWire(period.user, people),
  Role: period.role,
  From: period.early ? null : period.from.toISOString(),
  Given_By: period.by && rolePersonToWire(period.by, people),
  Until: period.until,
  Ended_At: period.endedAt?.toISOString() ?? null,
  End: period.end,
  Ended_By: period.endedBy && rolePersonToWire(period.endedBy, people),
});
