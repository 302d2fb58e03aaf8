import { useEffect, useRef, useState } from 'react';
import type { JoinRequest } from '#models/contract/join-requests';
import { byAge } from './requests.queries';

const leaveMs = 200;

/** Rows of a list with those that just left it, in their places, until their animation ends. */
export function useLeavingRows(items: readonly JoinRequest[], list: string): { request: JoinRequest; isLeaving: boolean }[] {
  const before = useRef({ list, items });
  const [leaving, setLeaving] = useState<readonly JoinRequest[]>([]);
  useEffect(() => {
    const currentIds = new Set(items.map(({ Request_ID }) => Request_ID));
    const removed = before.current.list === list ? before.current.items.filter(({ Request_ID }) => !currentIds.has(Request_ID)) : [];
    before.current = { list, items };
    setLeaving((rows) => (removed.length > 0 || rows.length > 0 ? removed : rows));
    if (removed.length === 0) return;
    const timer = setTimeout(() => setLeaving([]), leaveMs);
    return () => clearTimeout(timer);
  }, [items, list]);
  const shownIds = new Set(items.map(({ Request_ID }) => Request_ID));
  const leavingRows = leaving.filter(({ Request_ID }) => !shownIds.has(Request_ID));
  return [
    ...items.map((request) => ({ request, isLeaving: false })),
    ...leavingRows.map((request) => ({ request, isLeaving: true })),
  ].toSorted((a, b) => byAge(a.request, b.request));
}
