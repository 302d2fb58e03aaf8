import { LRUCache } from 'lru-cache';
import type { Call } from '#models/contract/define';
import type { ErrorCode } from '#models/contract/errors';
import { Failure } from '#models/contract/failure';
import { type AuditFacts, noteAuditOnce, recordAuditEntry, runAudited } from '#models/db/audit-draft';
import { toId } from '#models/db/model';
import type { Rule } from '#models/policies/index';
import { isStaff } from '#models/policies/scopes';
import { type AuditRule, auditedCalls } from './audited-calls.js';
import type { Ctx } from './context.js';

type Input = Record<string, unknown>;

const longestDetail = 1000;
const asText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value)).slice(0, longestDetail);

/** Checks whether a field of an input is a change; ids and passwords are not. */
export const isChangedField = (name: string): boolean => !/_id$|^scope$|^password$/.test(name);

/** Names of the fields that a change sets. */
const changedFields = (input: Input): string =>
  Object.keys(input)
    .filter((name) => input[name] !== undefined && isChangedField(name))
    .sort()
    .join(', ');

/** Origin of an entry. A device has no leading quotes, which an exported table adds before a formula. */
export const auditPlace = (address: string, device: string) => ({ address, device: device.replace(/^'+/, '') });

/** Caller and origin of an entry that names nobody. */
const nobody = { actor: null, staff: false, ...auditPlace('', '') };

/** Entry of a call as far as its caller and input are known. */
function factsOf(
  call: Call,
  { subject, details = [], fields, unnamed }: AuditRule,
  input: Input,
  { viewer, client, device }: Ctx,
): AuditFacts {
  const id = subject && input[subject[1]];
  const given = details.flatMap((name): [string, string][] => (input[name] === undefined ? [] : [[name, asText(input[name])]]));
  return {
    call: call.name,
    ...(unnamed
      ? nobody
      : { actor: viewer?._id ?? null, staff: viewer !== null && isStaff(viewer), ...auditPlace(client.address, device) }),
    society: typeof input.society_id === 'string' ? toId(input.society_id) : null,
    subject: subject && typeof id === 'string' ? { kind: subject[0], id } : null,
    details: Object.fromEntries(fields ? [...given, ['fields', changedFields(input)]] : given),
  };
}

const outcomeOf =
  ({ refusals = [] }: AuditRule) =>
  (error: unknown): ErrorCode | null =>
    error instanceof Failure && refusals.includes(error.code) ? error.code : null;

/** Runs the action of a call, which leaves an entry in the audit trail if the call is audited. */
export function auditCall<T>(call: Call, input: unknown, ctx: Ctx, work: () => Promise<T>): Promise<T> {
  const rule = auditedCalls[call.name];
  return rule ? runAudited(factsOf(call, rule, input as Input, ctx), work, outcomeOf(rule)) : work();
}

/** Society of the facts that a rule was asked about, if any. */
function societyOf(rule: Rule, subject: unknown): string | null {
  const facts = (subject ?? {}) as { id?: string; society?: { id: string } | null; post?: { society: { id: string } } };
  const society = facts.society ?? facts.post?.society;
  return society ? society.id : /^(society|member|joinRequest)\./.test(rule) ? (facts.id ?? null) : null;
}

/** Rules about the inside of a society. */
const insideRules: ReadonlySet<Rule> = new Set<Rule>([
  'society.posts',
  'society.events',
  'society.members',
  'society.inside',
  'post.see',
  'event.see',
]);

const visibilityOf = (subject: unknown): string | undefined => {
  const facts = (subject ?? {}) as { visibility?: string; society?: { visibility?: string } | null };
  return facts.society?.visibility ?? facts.visibility;
};

/** Called for each rule that a call asks. */
export type OnAsk = (rule: Rule, subject: unknown, isAllowed: boolean) => void;

/** Adds the society of an audited call to its entry, as soon as a rule is asked about it. */
const noteSociety: OnAsk = (rule, subject) => {
  const society = societyOf(rule, subject);
  if (society !== null) noteAuditOnce({ society: toId(society) });
};

/** One entry an hour for each platform admin and society, not one for each read. */
const readOnceMs = 3_600_000;
const recentReads = new LRUCache<string, true>({ max: 10_000, ttl: readOnceMs });

/** Collects the closed societies whose inside a platform admin reads without being a member. */
export class StaffReads {
  readonly #societies = new Set<string>();

  /** Observer of the rules that a platform admin's read asks. */
  observe({ viewer }: { viewer: NonNullable<Ctx['viewer']> }): OnAsk {
    return (rule, subject, isAllowed) => {
      const isInside = isAllowed && insideRules.has(rule) && visibilityOf(subject) !== 'public';
      const society = isInside ? societyOf(rule, subject) : null;
      if (society !== null && !viewer.roles.has(society)) this.#societies.add(society);
    };
  }

  /** Writes the entries before the call answers. */
  async record(call: Call, ctx: Ctx): Promise<void> {
    for (const society of this.#societies) {
      const key = `${ctx.me.id}/${society}`;
      if (recentReads.has(key)) continue;
      recentReads.set(key, true);
      try {
        await recordAuditEntry({ ...factsOf(call, {}, {}, ctx), society: toId(society), details: { read: 'inside' } });
      } catch (error) {
        recentReads.delete(key);
        throw error;
      }
    }
  }
}

/** Observer of the rules that an audited call asks; undefined for the many calls that are not. */
export const auditObserver = (call: Call): OnAsk | undefined => (auditedCalls[call.name] ? noteSociety : undefined);
