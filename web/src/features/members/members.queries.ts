import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { CountsOf, PayloadOf } from '#models/contract/define';
import { lengths } from '#models/contract/limits';
import { getAllMembers, memberSort, membershipChanged } from '#models/contract/members';
import { userUpdated } from '#models/contract/profiles';
import { type SocietyRole, societyCounts, societyRole } from '#models/contract/societies';
import { api } from '@/lib/api';
import { onClear } from '@/lib/entities';
import { combineStops, inSociety, onMessage } from '@/lib/live';
import { readClock } from '@/lib/logical-clock';
import { cancelAndInvalidate } from '@/lib/query';
import { heardOfMember, members, rowKey, type Shown, takeMembers } from './members.store';

export const roles = ['admin', 'moderator', 'member'] as const satisfies readonly SocietyRole[];
export const sorts = memberSort.options;

/** Who is to be seen, and in which order; '' is everybody. */
export interface MemberFilter {
  q: string;
  role: SocietyRole | '';
  sort: (typeof sorts)[number];
}

export type Counts = CountsOf<typeof getAllMembers>;

const pageSize = 20;
/** Several changes in a row are asked about once. */
const settleAfter = 400;

/** The filter as the page's address says it; what we do not know says nothing. */
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

const keyOf = (societyId: string) => ['members', societyId];
export const askMembersAnew = (societyId: string): Promise<void> => cancelAndInvalidate(keyOf(societyId));

const timers = new Map<string, ReturnType<typeof setTimeout>>();
/** How many members each society was last said to have. */
const counted = new Map<string, number>();
onClear(() => {
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
  counted.clear();
});

/** Asks for lists and counts again in a moment. */
function askSoon(societyId: string): void {
  if (timers.has(societyId)) return;
  const ask = () => {
    timers.delete(societyId);
    void askMembersAnew(societyId);
  };
  timers.set(societyId, setTimeout(ask, settleAfter));
}

/** A role is seen at once; who is new comes with the next answer: their e-mail address is in no message. */
function onChanged(change: PayloadOf<typeof membershipChanged>): void {
  heardOfMember(change);
  counted.set(change.society_id, change.Member_Count);
  askSoon(change.society_id);
}

/** All that who is not inside hears: how many there are. */
function onCounts({ society_id, Member_Count }: PayloadOf<typeof societyCounts>): void {
  if (counted.get(society_id) === Member_Count) return;
  counted.set(society_id, Member_Count);
  askSoon(society_id);
}

function useMembersLive(societyId: string): void {
  useEffect(() => {
    return combineStops([
      onMessage(membershipChanged, inSociety(societyId, onChanged)),
      onMessage(societyCounts, inSociety(societyId, onCounts)),
      onMessage(userUpdated, ({ user_id, Name, Image }) => members.patch(rowKey(societyId, user_id), { Name, Photo: Image })),
    ]);
  }, [societyId]);
}

interface Page {
  keys: string[];
  next: string | null;
  counts: Counts | undefined;
}

async function fetchPage(societyId: string, { q, role, sort }: MemberFilter, cursor: string, signal: AbortSignal): Promise<Page> {
  const asked = readClock();
  const filter = { sort, ...(q ? { q } : {}), ...(role ? { role } : {}), ...(cursor ? { cursor } : {}) };
  const { data, next, counts } = await api(getAllMembers, { society_id: societyId, limit: pageSize, ...filter }, { signal });
  return { keys: takeMembers(societyId, data, asked), next, counts };
}

/** The newest page was asked for last. */
const countsOf = (data: InfiniteData<Page> | undefined): Counts | undefined => data?.pages.at(-1)?.counts;

/** A society's members, page by page, and how many there are of each role; kept true. */
export function useMembers(societyId: string, filter: MemberFilter) {
  useMembersLive(societyId);
  const { q, role, sort } = filter;
  const query = useInfiniteQuery({
    queryKey: [...keyOf(societyId), q, role, sort],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => fetchPage(societyId, filter, pageParam, signal),
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    meta: { failure: false },
  });
  const keys = useMemo(() => [...new Set(query.data?.pages.flatMap((page) => page.keys) ?? [])], [query.data]);
  const rows = members.useList(keys);
  const items = rows.filter((row): row is Shown => row.Role !== null && (query.isPlaceholderData || !role || row.Role === role));
  return { query, items, counts: countsOf(query.data) };
}
