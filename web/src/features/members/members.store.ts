import type { PayloadOf } from '#models/contract/define';
import { getAllMembers, memberSort } from '#models/contract/member-list';
import { type Member, type MembershipState, membershipChanged } from '#models/contract/members';
import { type SocietyRole, societyCounts } from '#models/contract/societies';
import { on, registerEffects } from '@/sync/effects';
import { createEntities } from '@/sync/entities';
import { defineList } from '@/sync/lists';
import { personRef } from '@/sync/people';

/** A person in a society. Role null: removed, so that a stale answer does not bring them back. */
type MemberEntity = Omit<Member, 'Role' | 'Role_Until'> & { key: string; Role: SocietyRole | null; Role_Until: string | null };
export type ShownMember = MemberEntity & { Role: SocietyRole };

export const sorts = memberSort.options;

/** Filter and order of the member list; '' matches everybody. */
export type MemberFilter = {
  q: string;
  role: SocietyRole | '';
  sort: (typeof sorts)[number];
};

export const memberKey = (societyId: string, userId: string): string => `${societyId}/${userId}`;

/** Loaded members by society and user. The society's `rev` orders changes of the role. */
export const members = createEntities<MemberEntity>({
  name: 'members',
  key: 'key',
  orderedBy: { rev: ['Role', 'Role_Until'] },
  refs: [personRef('ID', { Name: 'Name', Image: 'Photo' })],
});

export const memberList = defineList({
  key: ['members'],
  call: getAllMembers,
  input: ({ society_id, q, role, sort }: MemberFilter & { society_id: string }) => ({
    society_id,
    limit: 20,
    sort,
    ...(q && { q }),
    ...(role && { role }),
  }),
  entities: members,
  toEntities: (data, { society_id }) =>
    data.map((member) => ({
      ...member,
      Role_Until: member.Role_Until ?? null,
      Is_Hidden: member.Is_Hidden ?? false,
      key: memberKey(society_id, member.ID),
    })),
  matches: ({ Role }, { role }) => Role !== null && (!role || Role === role),
  keepPrevious: true,
  access: (society, { society_id }) => society === society_id,
});

export const refetchMembers = (society_id: string): void => void memberList.refetch({ society_id });

type RoleChange = Omit<MembershipState, 'Member_Count' | 'rev'> &
  Partial<Pick<PayloadOf<typeof membershipChanged>, 'rev' | 'member'> & { Role_Until: string | null }>;

/** Shows a new role with its last day, or null for a removal; also if the answer with the member is on its way. */
export function applyRoleChange({ society_id, user_id, Role, rev, member, Role_Until }: RoleChange): void {
  const profile = member && { Name: member.Name, Photo: member.Photo, Joined_At: member.Joined_At };
  members.patchOwn(memberKey(society_id, user_id), {
    ...profile,
    Role,
    Role_Until: Role_Until ?? member?.Role_Until ?? null,
    ...(rev !== undefined && { rev }),
  });
}

registerEffects('members', [
  // Viewers who are not members get no other message, also when a role changed and no count did.
  on(societyCounts, ({ society_id }) => memberList.refetchSoon({ society_id })),
  // Shows a role at once. New members come with the refetch, since messages have no e-mail address.
  on(membershipChanged, (change) => {
    applyRoleChange(change);
    memberList.refetchSoon({ society_id: change.society_id });
  }),
]);
