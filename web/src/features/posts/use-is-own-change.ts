import { useState } from 'react';

/** Whether a count last changed together with the viewer's own state (`mine`); then it is not highlighted. */
export function useIsOwnChange(value: number, mine: unknown): boolean {
  const [last, setLast] = useState({ value, mine, own: false });
  if (last.value !== value || last.mine !== mine) setLast({ value, mine, own: last.mine !== mine });
  return last.own;
}
