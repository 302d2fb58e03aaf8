import { useEffect, useState } from 'react';
import { remember, remembered } from '@/lib/account-memory';

/** A visit ends after half an hour in which the feed was neither opened nor got longer at its top. */
const pauseMs = 30 * 60_000;

interface Visit {
  /** Creation time of the newest post that was on the screen before this visit; '' on the first. */
  before: string;
  newest: string;
  /** When the feed was last seen. */
  at: number;
}

const firstVisit: Visit = { before: '', newest: '', at: 0 };

function readVisit(user: string): Visit {
  try {
    const { before, newest, at } = { ...firstVisit, ...(JSON.parse(remembered('feed-visit', user) ?? '{}') as Partial<Visit>) };
    return { before: String(before), newest: String(newest), at: Number(at) };
  } catch {
    return firstVisit;
  }
}

/** Time up to which the account saw the feed on its last visit: a reload in the same visit leaves it. */
function lastSeen(user: string): string {
  const { before, newest, at } = readVisit(user);
  return Date.now() - at > pauseMs ? newest : before;
}

/** Returns the creation time of the newest post seen on the last visit, '' without one, and remembers what is seen on this. */
export function useFeedVisit(user: string, newest: string | undefined): string {
  const [before] = useState(() => lastSeen(user));
  useEffect(() => {
    if (newest === undefined) return;
    const visit: Visit = { before, newest: newest > readVisit(user).newest ? newest : readVisit(user).newest, at: Date.now() };
    remember('feed-visit', user, JSON.stringify(visit));
  }, [user, before, newest]);
  return before;
}
