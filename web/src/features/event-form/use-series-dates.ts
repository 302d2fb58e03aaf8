import { useEffect, useMemo, useState } from 'react';
import type { EventValues } from './event-values';
import { datesOf } from './repeat-values';

type Library = typeof import('#models/contract/series-dates');

/**
 * Dates of the planned series, made as on the server; null for a single event, while date or repetition are not valid, and until
 * the library is loaded, which only a series needs.
 */
export function useSeriesDates(values: EventValues): readonly string[] | null {
  const [library, setLibrary] = useState<Library | null>(null);
  const isSeries = values.repeats !== '';
  useEffect(() => {
    if (isSeries) import('#models/contract/series-dates').then(setLibrary, () => {});
  }, [isSeries]);
  return useMemo(() => library && datesOf(values, library.seriesDates), [library, values]);
}
