import { warningDays } from '#models/bus/role-warnings';
import { addDays } from '#models/contract/days';
import { instantOf } from '#models/db/local-time';
import type { MembershipDoc } from '#models/db/memberships';
import type { Id } from '#models/db/model';

/** Planned end of a role. */
export interface RoleTerm {
  /** Last local day, YYYY-MM-DD. */
  until: string;
  endsAt: Date;
  successor: Id | null;
}

const dayMs = 86_400_000;

/** End of a local day. */
export const endOfDay = (day: string, timeZone: string): Date => instantOf(addDays(day, 1), '00:00', timeZone);

/** Time of the warning after the one at `afterDays`, or of the end itself after the last; of the first warning by default. */
export function nextDueAt(endsAt: Date, afterDays = Number.POSITIVE_INFINITY): Date {
  const next = warningDays.find((days) => days < afterDays) ?? 0;
  return new Date(endsAt.getTime() - next * dayMs);
}

const termFields = ['roleUntil', 'roleEndsAt', 'roleDueAt', 'roleTermBy', 'successor'] as const satisfies (keyof MembershipDoc)[];

/** Update of a membership's fields that store its term: of those that are not set, each is removed. With `keepsDue` warnings are not repeated. */
export function termUpdate(term: RoleTerm | null, by: Id, keepsDue = false): { $set: Partial<MembershipDoc>; $unset: Record<string, 1> } {
  if (!term) return { $set: {}, $unset: Object.fromEntries(termFields.map((field) => [field, 1])) };
  const { until, endsAt, successor } = term;
  return {
    $set: {
      roleUntil: until,
      roleEndsAt: endsAt,
      roleTermBy: by,
      ...(!keepsDue && { roleDueAt: nextDueAt(endsAt) }),
      ...(successor && { successor }),
    },
    $unset: successor ? {} : { successor: 1 },
  };
}
