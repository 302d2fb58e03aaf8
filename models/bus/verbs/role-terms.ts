import { societyRole } from '#models/contract/societies';
import type { ActivityDoc } from '#models/db/activities';
import { warningRetractions } from '../role-warnings.js';
import type { NotificationSpec, Retraction, VerbSpec } from '../verb.js';
import { accessRevoked, formerRole, membershipMessages, personNotification, roleMessages, societyCounters } from './members.js';

/** `params.endsAt` is the planned end that no longer applies, if there was one. */
const retractWarnings = async ({ society, object, params }: ActivityDoc): Promise<Retraction[]> =>
  society && params?.endsAt ? warningRetractions(society, object, Number(params.endsAt)) : [];

/** Adds the retraction of warnings to the verb of an ended membership. */
export const retractingWarnings = (spec: VerbSpec<ActivityDoc>): VerbSpec<ActivityDoc> => ({ ...spec, retractions: retractWarnings });

/** Nobody acts at the end of a term. */
const unsigned = (specs: NotificationSpec[]): NotificationSpec[] => specs.map((spec) => ({ ...spec, isUnsigned: true as const }));

/**
 * `params.role` is the new role. A person who steps down is the actor, so nobody is notified. `params.cause`: `term` for a role that
 * ended by itself, `succession` for the role of a successor.
 */
export const memberRoleVerb: VerbSpec<ActivityDoc> = {
  messages: roleMessages,
  async notifications(activity) {
    const { role, cause } = activity.params ?? {};
    if (cause === 'term') return unsigned(await personNotification(activity, 'role_ended'));
    const specs = await personNotification(activity, `role_${societyRole.parse(role)}`, await formerRole(activity));
    return cause === 'succession' ? unsigned(specs) : specs;
  },
  retractions: retractWarnings,
  affectedCounters: societyCounters,
  followUps: accessRevoked,
};

/** A role got, changed or lost its planned end or its successor. */
export const memberTermVerb: VerbSpec<ActivityDoc> = {
  messages: membershipMessages,
  retractions: retractWarnings,
  affectedCounters: societyCounters,
};
