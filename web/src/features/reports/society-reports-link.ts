import { useWaiting } from './waiting.store';

/** Address of the reports of the society in which one is due first; without any, of the first society. */
export function useReportsPath(societyIds: readonly string[]): string {
  const first = useWaiting()?.societies.find(({ Society_ID }) => societyIds.includes(Society_ID))?.Society_ID;
  return `/societies/${first ?? societyIds[0]}/reports`;
}
