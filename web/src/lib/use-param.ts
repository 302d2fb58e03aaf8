import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

/** One parameter of the page's URL; setting it, or removing it by null, adds no entry to the history. */
export function useParam(name: string): { value: string | null; set: (value: string | null) => void } {
  const [params, setParams] = useSearchParams();
  const set = useCallback(
    (value: string | null) =>
      setParams(
        (old) => {
          if (value === null) old.delete(name);
          else old.set(name, value);
          return old;
        },
        { replace: true },
      ),
    [name, setParams],
  );
  return { value: params.get(name), set };
}
