import { proposalDays, type StaffMember, type StaffProposal } from '#models/contract/staff';
import type { StaffScope } from '#models/contract/staff-scopes';
import { describeCollection } from './collections.js';
import { date, defineModel, type Id, mark, maybeDate, maybeRef, needed, ref, version } from './model.js';
import { type StaffGrant, staffRightsOf } from './staff-rights.js';
import { type PersonDoc, personImage, personName, type UserDoc } from './users.js';

/** A proposed change of somebody's scopes. */
export interface StaffProposalDoc {
  _id: Id;
  user: Id;
  kind: 'give' | 'take';
  scopes: StaffScope[];
  by: Id;
  status: 'open' | 'confirmed' | 'withdrawn' | 'expired';
  /** While it is open, also after its end until somebody proposes the next. */
  open?: true;
  createdAt: Date;
  expiresAt: Date;
  decidedBy: Id | null;
  decidedAt: Date | null;
  version: number;
}

const retentionDays = 730;
const dayMs = 86_400_000;

/** End of a proposal that is made now. */
export const proposalEnd = (from: Date): Date => new Date(from.getTime() + proposalDays * dayMs);

export const StaffProposals = defineModel<StaffProposalDoc>(
  'staffProposals',
  {
    user: ref,
    kind: needed,
    scopes: { type: [String], required: true },
    by: ref,
    status: needed,
    open: mark,
    createdAt: date,
    expiresAt: date,
    decidedBy: maybeRef,
    decidedAt: maybeDate,
    version,
  },
  [
    [{ user: 1 }, { unique: true, partialFilterExpression: { open: true } }],
    [{ open: 1, createdAt: -1 }, { partialFilterExpression: { open: true } }],
    [{ user: 1, createdAt: -1 }],
    [{ by: 1 }],
    [{ createdAt: 1 }, { expireAfterSeconds: retentionDays * 86_400 }],
  ],
);

describeCollection(StaffProposals, {
  description:
    'Proposals to give the person scopes of staff or to take them: deleted. In those about others who proposed and who decided stay as ids.',
  exportFilter: (user) => ({ user }),
  erase: async ({ user }) => {
    await StaffProposals.deleteMany({ user });
    await StaffProposals.deleteMany({ by: user, open: true });
  },
});

/** Whether a proposal can still be confirmed. */
export const isOpenProposal = ({ status, expiresAt }: StaffProposalDoc, now = Date.now()): boolean =>
  status === 'open' && expiresAt.getTime() > now;

type People = ReadonlyMap<string, PersonDoc>;
const personOf = (people: People, id: Id) => {
  const person = people.get(String(id));
  return { ID: String(id), Name: personName(person), Image: personImage(person) };
};

export const staffProposalToWire = (proposal: StaffProposalDoc, people: People): StaffProposal => ({
  ID: String(proposal._id),
  Person: personOf(people, proposal.user),
  Kind: proposal.kind,
  Scopes: proposal.scopes,
  Proposed_By: personOf(people, proposal.by),
  CreatedAt: proposal.createdAt.toISOString(),
  Expires_At: proposal.expiresAt.toISOString(),
  Status: proposal.status === 'open' && !isOpenProposal(proposal) ? 'expired' : proposal.status,
  Decided_By: proposal.decidedBy && personOf(people, proposal.decidedBy),
  version: proposal.version,
});

const grantToWire = (scope: StaffScope, grant: StaffGrant | undefined, people: People): StaffMember['Grants'][number] => ({
  Scope: scope,
  Given_By: grant ? personOf(people, grant.by) : null,
  Confirmed_By: grant ? personOf(people, grant.confirmedBy) : null,
  Given_At: grant?.at.toISOString() ?? null,
});

/** Somebody's scopes, with who gave each. */
export function staffMemberToWire(user: UserDoc, people: People): StaffMember {
  const { role, scopes = [] } = staffRightsOf(user);
  const held: StaffScope[] = [...scopes, ...(role === 'admin' ? (['all'] as const) : [])];
  const grantOf = (scope: StaffScope) => user.staff?.find((grant) => grant.scope === scope);
  return {
    ID: String(user._id),
    Name: personName(user),
    Image: personImage(user),
    Grants: held.map((scope) => grantToWire(scope, grantOf(scope), people)),
    version: user.version,
  };
}
