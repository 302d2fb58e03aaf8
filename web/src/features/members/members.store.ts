import type { PayloadOf } from '#models/contract/define';
import type { Member, MembershipState, membershipChanged } from '#models/contract/members';
import type { SocietyRole } from '#models/contract/societies';
import { createEntities, onClear } from '@/lib/entities';
import { advanceClock } from '@/lib/logical-clock';

/** One person in one society. Role null: in it no more, though a late word of before may still say so. */
export type Row = Omit<Member, 'Role'> & { key: string; Role: SocietyRole | null; rev?: number };
export type Shown = Row & { Role: SocietyRole };

export const rowKey = (societyId: string, userId: string): string => `${societyId}/${userId}`;

/** Everybody on the screen, once a society. The role goes by the society's `rev`. */
export const members = createEntities<Row>({ name: 'members', key: 'key', byRev: ['Role'] });

/** What was last heard of each, and when: an answer that was asked for before does not outdo it. */
const heardOf = new Map<string, { Role: SocietyRole | null; rev?: number; at: number }>();
onClear(() => heardOf.clear());

/** Puts fetched members in; answers their keys. */
export const takeMembers = (societyId: string, found: readonly Member[], asked: number): string[] =>
  members.merge(
    found.map((member) => {
      const key = rowKey(societyId, member.ID);
      const heard = heardOf.get(key);
      return heard && heard.at > asked ? { ...member, key, Role: heard.Role } : { ...member, key };
    }),
  );

type Heard = Pick<PayloadOf<typeof membershipChanged> & MembershipState, 'society_id' | 'user_id' | 'Role'> & {
  rev?: number;
  member?: PayloadOf<typeof membershipChanged>['member'];
};

/** Somebody is something else now, or gone. */
export function heardOfMember({ society_id, user_id, Role, rev, member }: Heard): void {
  const key = rowKey(society_id, user_id);
  const before = heardOf.get(key);
  if (before?.rev !== undefined && rev !== undefined && rev < before.rev) return;
  const known = rev ?? before?.rev;
  heardOf.set(key, { Role, at: advanceClock(), ...(known === undefined ? {} : { rev: known }) });
  const facts = member ? { Name: member.Name, Photo: member.Photo, Joined_At: member.Joined_At } : {};
  members.patch(key, { ...facts, Role, ...(rev === undefined ? {} : { rev }) });
}
