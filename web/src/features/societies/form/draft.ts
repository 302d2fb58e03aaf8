import { useSession } from '@/lib/session';
import { blank, type SocietyValues } from './society-values';

/** What is typed stays this person's and this society's, as long as the tab is open; `new` for one that is being made. */
const keyOf = (societyId: string): string => `nadi-society:${useSession.getState().user?.ID ?? ''}:${societyId}`;

const isLike = (value: unknown, known: unknown): boolean =>
  Array.isArray(known) ? Array.isArray(value) && value.every((each) => typeof each === 'string') : typeof value === typeof known;

/** What was typed before a reload, a login or another page; nothing where there is nothing. */
export function readDraft(societyId: string): Partial<SocietyValues> {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(societyId)) ?? '{}') as Record<string, unknown>;
    const fields = Object.entries(kept).filter(([name, value]) => name in blank && isLike(value, blank[name as keyof SocietyValues]));
    return Object.fromEntries(fields);
  } catch {
    return {};
  }
}

/** Keeps what differs; nothing is kept where nothing does. */
export function keepDraft(societyId: string, changes: Partial<SocietyValues>): void {
  try {
    if (Object.keys(changes).length === 0) sessionStorage.removeItem(keyOf(societyId));
    else sessionStorage.setItem(keyOf(societyId), JSON.stringify(changes));
  } catch {
    // Storage may be closed to us, or full; then what was typed lasts as long as the page.
  }
}
