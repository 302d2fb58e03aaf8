import { useSearchParams } from 'react-router-dom';
import type { CountsOf } from '#models/contract/define';
import { lengths } from '#models/contract/limits';
import type { getAllMembers } from '#models/contract/member-list';
import { type SocietyRole, societyRole } from '#models/contract/societies';
import { type MemberFilter, memberList, type ShownMember, sorts } from './members.store';

export const roles = ['admin', 'moderator', 'member'] as const satisfies readonly SocietyRole[];

export type MemberCounts = CountsOf<typeof getAllMembers>;

/** Reads and writes the filter in the URL; unknown values are ignored. */
export function useMemberFilter() {
  const [params, setParams] = useSearchParams();
  const filter: MemberFilter = {
    q: params.get('q')?.trim().slice(0, lengths.email) ?? '',
    role: societyRole.options.find((each) => each === params.get('role')) ?? '',
    sort: sorts.find((each) => each === params.get('sort')) ?? 'name',
  };
  const change = (next: Partial<MemberFilter>) => {
    const { q, role, sort } = { ...filter, ...next };
    setParams(new URLSearchParams({ ...(q ? { q } : {}), ...(role ? { role } : {}), ...(sort === 'name' ? {} : { sort }) }), {
      replace: true,
    });
  };
  return { filter, change };
}

/** A society's members page by page, with the count of each role. */
export function useMembers(society_id: string, filter: MemberFilter) {
  const view = memberList.useItems({ society_id, ...filter });
  return { ...view, items: view.items.filter((member): member is ShownMember => member.Role !== null) };
}
