import { transactionOf } from '#gateway/plugins/caller';
import type { Action } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import { publish } from '#models/bus/publish';
import { recordActivity } from '#models/bus/records';
import { viewersAmong } from '#models/commands/seats';
import type { ParsedOf } from '#models/contract/define';
import type { getStewards, setSteward } from '#models/contract/door';
import { fail } from '#models/contract/failure';
import { mostStewards } from '#models/contract/limits';
import { Attendances } from '#models/db/attendances';
import { type EventDoc, Events } from '#models/db/events';
import { eventFacts, type FoundEvent, findEvent } from '#models/db/events.loaders';
import { holdSociety } from '#models/db/holds';
import { Memberships } from '#models/db/memberships';
import { type Id, toId } from '#models/db/model';
import type { DbSession } from '#models/db/transaction';
import { personImage, personLoader, personName, Users } from '#models/db/users';

export const getStewardsAction: Action<typeof getStewards> = async ({ event_id }, ctx) => {
  const { event, facts } = (await findEvent(ctx, toId(event_id))) ?? fail('not_found');
  ctx.require('event.stewards', facts);
  const stewards = event.stewards ?? [];
  const people = await personLoader.cachedMany(stewards);
  const data = stewards.map((user) => {
    const person = people.get(String(user));
    return { ID: String(user), Name: personName(person), Image: personImage(person) };
  });
  return { data };
};

/** Whether somebody can be a steward: a member of the society, or unless it is sensitive going to the event, who may see it. */
async function isCandidate(session: DbSession, event: EventDoc, user: Id, sensitive: boolean): Promise<boolean> {
  const active = await Users.findOne({ _id: user, deletedAt: null, suspendedAt: null }, { _id: 1 }).session(session).lean();
  if (!active || !(await viewersAmong(session, event, [user])).has(String(user))) return false;
  const membership = await Memberships.findOne({ society: event.society, user }, { _id: 1 }).session(session).lean();
  if (membership || sensitive) return membership !== null;
  return (await Attendances.findOne({ event: event._id, user, state: 'going' }).session(session).lean()) !== null;
}

/** Fails with the reason why this person cannot be named. */
async function requireNameable(session: DbSession, event: EventDoc, { society }: FoundEvent, user: Id): Promise<void> {
  const facts = eventFacts(event, society);
  if (facts.cancelled) fail('event_cancelled');
  if (facts.stewardsOver) fail('event_over');
  // The end of a membership, a ban and a change of the visibility write the society, too, and take the role from whom it concerns.
  if (!(await holdSociety(session, event.society))) fail('not_found');
  if (!(await isCandidate(session, event, user, facts.sensitive))) fail('not_found');
  if (facts.stewards.length >= mostStewards) fail('stewards_full');
}

/** Writes the list, in a transaction that conflicts with others on the same event. */
async function write(session: DbSession, ctx: Ctx, found: FoundEvent, { user_id, steward }: ParsedOf<typeof setSteward>) {
  const event = await Events.findOne({ _id: found.event._id, removedAt: null }).session(session).lean();
  if (!event) return fail('not_found');
  const user = toId(user_id);
  const wasSteward = (event.stewards ?? []).some((each) => String(each) === user_id);
  if (wasSteward === steward) return { version: event.stewardsVersion ?? 0, record: null };
  if (steward) await requireNameable(session, event, found, user);
  const version = (event.stewardsVersion ?? 0) + 1;
  const change = steward ? { $push: { stewards: user } } : { $pull: { stewards: user } };
  await Events.updateOne({ _id: event._id }, { ...change, $set: { stewardsVersion: version } }, { session });
  const record = await recordActivity(session, {
    actor: ctx.me._id,
    verb: 'steward.changed',
    object: event._id,
    society: event.society,
    open: false,
    params: { user: user_id, version: String(version) },
  });
  return { version, record };
}

/** Sets whether somebody is a steward. A repeat gets the same answer. */
export const setStewardAction: Action<typeof setSteward> = async (input, ctx) => {
  const found = (await findEvent(ctx, toId(input.event_id))) ?? fail('not_found');
  ctx.require('event.stewards', found.facts);
  const { version, record } = await transactionOf(ctx, (session) => write(session, ctx, found, input));
  if (record) publish(record);
  return { data: { ...input, version } };
};
