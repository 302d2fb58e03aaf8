import { transactionOf } from '#gateway/plugins/caller';
import type { Action } from '#gateway/plugins/calls';
import { publishInOrder } from '#models/bus/publish';
import type { RecordDoc } from '#models/bus/records';
import { adminsIn, closeDemotion, hasEnough, recordDemotion } from '#models/commands/demotions';
import { recordsOf, setRole } from '#models/commands/memberships';
import type { answerDemotion, askDemotion, Demotion, getDemotions } from '#models/contract/demotions';
import { fail } from '#models/contract/failure';
import { demotionDays } from '#models/contract/limits';
import { ableAdminsIn } from '#models/db/able-admins';
import { type DemotionDoc, Demotions, neededOf } from '#models/db/demotions';
import { demotionPage, demotionsToWire, findDemotion } from '#models/db/demotions.loaders';
import { holdSociety } from '#models/db/holds';
import { Memberships } from '#models/db/memberships';
import { type Id, newId, toId } from '#models/db/model';
import { findSociety } from '#models/db/societies.loaders';
import type { DbSession } from '#models/db/transaction';

const dayMs = 86_400_000;
const isExpired = ({ expiresAt }: DemotionDoc): boolean => expiresAt.getTime() <= Date.now();
const includes = (ids: readonly Id[], id: Id): boolean => ids.some((each) => each.equals(id));

/** Holds the society, whose roles decide, and returns its present admins who can sign in; refuses a caller who is no longer one. */
async function holdAdmins(session: DbSession, society: Id, me: Id): Promise<Id[]> {
  if (!(await holdSociety(session, society))) return fail('not_found');
  const admins = await ableAdminsIn(session, society);
  return includes(admins, me) ? admins : fail('forbidden');
}

const wireOf = async (id: Id): Promise<Demotion> => {
  const demotion = await Demotions.findById(id).lean();
  const [wire] = demotion ? await demotionsToWire(demotion.society, [demotion]) : [];
  return wire ?? fail('not_found');
};

interface Asked {
  id: Id;
  records: RecordDoc[];
}

async function ask(
  session: DbSession,
  { society, user, by, reason }: Pick<DemotionDoc, 'society' | 'user' | 'by' | 'reason'>,
): Promise<Asked> {
  const able = await holdAdmins(session, society, by);
  if (!includes(await adminsIn(session, society), user)) return fail('not_admin');
  if (!hasEnough(able, user)) return fail('too_few_admins');
  const existing = await Demotions.findOne({ society, user, open: true }).session(session).lean();
  if (existing && !isExpired(existing)) return existing.by.equals(by) ? { id: existing._id, records: [] } : fail('demotion_open');
  const records = existing ? [await closeDemotion(session, existing, 'expired', by)] : [];
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + demotionDays * dayMs);
  const made: DemotionDoc = {
    _id: newId(),
    society,
    user,
    by,
    reason,
    agreed: [by],
    status: 'open',
    open: true,
    createdAt,
    expiresAt,
    version: 1,
  };
  await Demotions.create([made], { session });
  return { id: made._id, records: [...records, await recordDemotion(session, made, by, true)] };
}

/** Asks that another admin be demoted. Of two concurrent requests about one person one is made. */
export const askDemotionAction: Action<typeof askDemotion> = async ({ society_id, user_id, reason }, ctx) => {
  const found = (await findSociety(ctx, toId(society_id))) ?? fail('not_found');
  ctx.require('demotion.ask', found.facts);
  if (user_id === ctx.me.id) return fail('forbidden');
  const input = { society: found.society._id, user: toId(user_id), by: ctx.me._id, reason };
  const { id, records } = await transactionOf(ctx, (session) => ask(session, input));
  publishInOrder(records);
  return { data: await wireOf(id) };
};

/** Takes an agreement back; that of the person who asked withdraws the request. */
async function disagree(session: DbSession, demotion: DemotionDoc, me: Id): Promise<RecordDoc[]> {
  if (demotion.by.equals(me)) return [await closeDemotion(session, demotion, 'withdrawn', me)];
  if (!includes(demotion.agreed, me)) return [];
  await Demotions.updateOne({ _id: demotion._id }, { $pull: { agreed: me }, $inc: { version: 1 } }, { session });
  return [await recordDemotion(session, demotion, me)];
}

/** Adds an agreement and, once more than half of the other admins agree, demotes the person. */
async function agree(session: DbSession, demotion: DemotionDoc, me: Id, admins: readonly Id[]): Promise<RecordDoc[]> {
  const others = admins.filter((admin) => !admin.equals(demotion.user));
  const agreed = others.filter((admin) => admin.equals(me) || includes(demotion.agreed, admin));
  const isDecided = agreed.length >= neededOf(others.length);
  if (!isDecided && includes(demotion.agreed, me)) return [];
  await Demotions.updateOne({ _id: demotion._id }, { $addToSet: { agreed: me }, $inc: { version: 1 } }, { session });
  if (!isDecided) return [await recordDemotion(session, demotion, me)];
  const closed = await closeDemotion(session, demotion, 'done', me);
  const society = (await holdSociety(session, demotion.society)) ?? fail('not_found');
  const membership = await Memberships.findOne({ society: society._id, user: demotion.user }).session(session).lean();
  if (membership?.role !== 'admin') return fail('demotion_closed');
  const change = await setRole(session, { society, membership, role: 'member', by: me, params: { demotion: String(demotion._id) } });
  return [...recordsOf(change), closed];
}

/** Agrees or disagrees. Each answer writes the society, so of concurrent ones the last finds what the others wrote. */
export const answerDemotionAction: Action<typeof answerDemotion> = async ({ demotion_id, agree: agrees }, ctx) => {
  const { demotion, society } = (await findDemotion(ctx, toId(demotion_id))) ?? fail('not_found');
  const found = (await findSociety(ctx, society._id)) ?? fail('not_found');
  ctx.require('demotion.answer', { society: found.facts, user: String(demotion.user) });
  const me = ctx.me._id;
  const records = await transactionOf(ctx, async (session) => {
    const admins = await holdAdmins(session, society._id, me);
    const current = await Demotions.findById(demotion._id).session(session).lean();
    if (!current?.open || isExpired(current)) return fail('demotion_closed');
    return agrees ? agree(session, current, me, admins) : disagree(session, current, me);
  });
  publishInOrder(records);
  return { data: await wireOf(demotion._id) };
};

export const getDemotionsAction: Action<typeof getDemotions> = async ({ society_id, cursor, limit }, ctx) => {
  const found = (await findSociety(ctx, toId(society_id))) ?? fail('not_found');
  ctx.require('society.manage', found.facts);
  return demotionPage(ctx, found.society, cursor, limit);
};
