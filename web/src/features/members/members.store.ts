import type { PayloadOf } from '#models/contract/define';
import type { Member, MembershipState, membershipChanged } from '#models/contract/members';
import type { SocietyRole } from '#models/contract/societies';
import { onUserChange } from '@/lib/user-change';
import { createEntities } from '@/sync/entities';
import { advanceClock } from '@/sync/logical-clock';

/** A person in a society. Role null: removed, so that a stale answer does not bring them back. */
export type MemberEntity = Omit<Member, 'Role'> & { key: string; Role: SocietyRole | null; rev?: number };
export type ShownMember = MemberEntity & { Role: SocietyRole };

export const memberKey = (societyId: string, userId: string): string => `${societyId}/${userId}`;

/** Loaded members by society and user. The society's `rev` orders changes of the role. */
export const members = createEntities<MemberEntity>({ name: 'members', key: 'key', orderedBy: { rev: ['Role'] } });

/** Last received role of each member, with the logical clock: it wins over answers to earlier requests. */
const lastChanges = new Map<string, { Role: SocietyRole | null; rev?: number; at: number }>();
onUserChange(() => lastChanges.clear());

/** Merges fetched members; returns their keys. */
export const mergeFetched = (societyId: string, fetched: readonly Member[], requestedAt: number): string[] =>
  members.merge(
    fetched.map((member) => {
      const key = memberKey(societyId, member.ID);
      const change = lastChanges.get(key);
      return change && change.at > requestedAt ? { ...member, key, Role: change.Role } : { ...member, key };
    }),
  );

type RoleChange = Pick<PayloadOf<typeof membershipChanged> & MembershipState, 'society_id' | 'user_id' | 'Role'> & {
  rev?: number;
  member?: PayloadOf<typeof membershipChanged>['member'];
};

/** Applies a new role, or null for a removal; ignores it if its `rev` is stale. */
export function applyRoleChange({ society_id, user_id, Role, rev, member }: RoleChange): void {
  const key = memberKey(society_id, user_id);
  const before = lastChanges.get(key);
  if (before?.rev !== undefined && rev !== undefined && rev < before.rev) return;
  const lastRev = rev ?? before?.rev;
  lastChanges.set(key, { Role, at: advanceClock(), ...(lastRev === undefined ? {} : { rev: lastRev }) });
  const profile = member ? { Name: member.Name, Photo: member.Photo, Joined_At: member.Joined_At } : {};
  members.patch(key, { ...profile, Role, ...(rev === undefined ? {} : { rev }) });
}
