import type { DataOf } from '#models/contract/define';
import { getSecondFactors } from '#models/contract/second-factors';
import { onCall, yes } from './fake-server';

type Factors = DataOf<typeof getSecondFactors>;

/** Second factors of the signed-in user: none by default. */
export const serveSecondFactors = (own: Partial<Factors> = {}): void =>
  onCall(getSecondFactors, () =>
    yes(getSecondFactors, { Factors: [], Recovery_Codes: 0, Is_Confirmed: false, Has_Password: true, ...own }),
  );
