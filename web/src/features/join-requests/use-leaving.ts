import { useEffect, useRef, useState } from 'react';
import type { JoinRequest } from '#models/contract/join-requests';

const leavesIn = 200;

/** The rows of a list with those that have just left it, in their places, until they are gone from sight. */
export function useLeaving(items: readonly JoinRequest[], list: string): { request: JoinRequest; isLeaving: boolean }[] {
  const before = useRef({ list, items });
  const [leaving, setLeaving] = useState<readonly JoinRequest[]>([]);
  useEffect(() => {
    const there = new Set(items.map(({ Request_ID }) => Request_ID));
    const gone = before.current.list === list ? before.current.items.filter(({ Request_ID }) => !there.has(Request_ID)) : [];
    before.current = { list, items };
    setLeaving((rows) => (gone.length > 0 || rows.length > 0 ? gone : rows));
    if (gone.length === 0) return;
    const timer = setTimeout(() => setLeaving([]), leavesIn);
    return () => clearTimeout(timer);
  }, [items, list]);
  const shown = new Set(items.map(({ Request_ID }) => Request_ID));
  const ghosts = leaving.filter(({ Request_ID }) => !shown.has(Request_ID));
  return [...items.map((request) => ({ request, isLeaving: false })), ...ghosts.map((request) => ({ request, isLeaving: true }))].toSorted(
    (a, b) => b.request.CreatedAt.localeCompare(a.request.CreatedAt) || b.request.Request_ID.localeCompare(a.request.Request_ID),
  );
}
