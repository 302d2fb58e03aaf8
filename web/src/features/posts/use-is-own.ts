import { useState } from 'react';

/** Whether a number changed last together with something that only the reader changes: then it need not be pointed at. */
export function useIsOwn(value: number, mine: unknown): boolean {
  const [last, setLast] = useState({ value, mine, own: false });
  if (last.value !== value || last.mine !== mine) setLast({ value, mine, own: last.mine !== mine });
  return last.own;
}
