import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { CountsOf, PayloadOf } from '#models/contract/define';
import { lengths } from '#models/contract/limits';
import { getAllMembers, memberSort, membershipChanged } from '#models/contract/members';
import { userUpdated } from '#models/contract/profiles';
import { type SocietyRole, societyCounts, societyRole } from '#models/contract/societies';
import { api } from '@/lib/api';
import { combineStops, inSociety, onMessage } from '@/lib/live';
import { cancelAndInvalidate } from '@/lib/query';
import { onUserChange } from '@/lib/user-change';
import { readClock } from '@/sync/logical-clock';
import { applyRoleChange, memberKey, members, mergeFetched, type ShownMember } from './members.store';

export const roles = ['admin', 'moderator', 'member'] as const satisfies readonly SocietyRole[];
export const sorts = memberSort.options;

/** Filter and order of the member list; '' matches everybody. */
export interface MemberFilter {
  q: string;
  role: SocietyRole | '';
  sort: (typeof sorts)[number];
}

export type MemberCounts = CountsOf<typeof getAllMembers>;

const pageSize = 20;
/** Milliseconds to collect changes before one refetch. */
const refetchDelay = 400;

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

const membersKey = (societyId: string) => ['members', societyId];
export const refetchMembers = (societyId: string): Promise<void> => cancelAndInvalidate(membersKey(societyId));

const timers = new Map<string, ReturnType<typeof setTimeout>>();
/** Member count of each society by its last message, to skip refetches for counts that did not change. */
const lastCounts = new Map<string, number>();
onUserChange(() => {
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
  lastCounts.clear();
});

/** Refetches lists and counts after the delay, once for several calls. */
function refetchSoon(societyId: string): void {
  if (timers.has(societyId)) return;
  const refetch = () => {
    timers.delete(societyId);
    void refetchMembers(societyId);
  };
  timers.set(societyId, setTimeout(refetch, refetchDelay));
}

/** Applies a changed role at once. New members come with the refetch, since messages have no e-mail address. */
function onMembershipChanged(change: PayloadOf<typeof membershipChanged>): void {
  applyRoleChange(change);
  lastCounts.set(change.society_id, change.Member_Count);
  refetchSoon(change.society_id);
}

/** Refetches when the count changed: viewers who are not members get no other message. */
function onSocietyCounts({ society_id, Member_Count }: PayloadOf<typeof societyCounts>): void {
  if (lastCounts.get(society_id) === Member_Count) return;
  lastCounts.set(society_id, Member_Count);
  refetchSoon(society_id);
}

function useMembersLive(societyId: string): void {
  useEffect(() => {
    return combineStops([
      onMessage(membershipChanged, inSociety(societyId, onMembershipChanged)),
      onMessage(societyCounts, inSociety(societyId, onSocietyCounts)),
      onMessage(userUpdated, ({ user_id, Name, Image }) => members.patch(memberKey(societyId, user_id), { Name, Photo: Image })),
    ]);
  }, [societyId]);
}

interface MemberPage {
  keys: string[];
  next: string | null;
  counts: MemberCounts | undefined;
}

async function fetchPage(societyId: string, { q, role, sort }: MemberFilter, cursor: string, signal: AbortSignal): Promise<MemberPage> {
  const requestedAt = readClock();
  const filter = { sort, ...(q ? { q } : {}), ...(role ? { role } : {}), ...(cursor ? { cursor } : {}) };
  const { data, next, counts } = await api(getAllMembers, { society_id: societyId, limit: pageSize, ...filter }, { signal });
  return { keys: mergeFetched(societyId, data, requestedAt), next, counts };
}

/** Counts of the last page, since it was fetched last. */
const countsOf = (data: InfiniteData<MemberPage> | undefined): MemberCounts | undefined => data?.pages.at(-1)?.counts;

/** Loads a society's members page by page, with the count of each role, and updates them live. */
export function useMembers(societyId: string, filter: MemberFilter) {
  useMembersLive(societyId);
  const { q, role, sort } = filter;
  const query = useInfiniteQuery({
    queryKey: [...membersKey(societyId), q, role, sort],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => fetchPage(societyId, filter, pageParam, signal),
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  const keys = useMemo(() => [...new Set(query.data?.pages.flatMap((page) => page.keys) ?? [])], [query.data]);
  const rows = members.useList(keys);
  const items = rows.filter((row): row is ShownMember => row.Role !== null && (query.isPlaceholderData || !role || row.Role === role));
  return { query, items, counts: countsOf(query.data) };
}
