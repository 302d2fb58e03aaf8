import { type AdminClaim, claimChanged } from '#models/contract/admin-claims';
import { type Demotion, demotionChanged } from '#models/contract/demotions';
import { useClaims } from '@/features/claims/claims.store';
import { useDemotions } from '@/features/members/demotions.store';
import { type ConformanceRow, row } from '../conformance';
import { aClaim, aDemotion, serveClaims, serveDemotions } from '../fake-claims';
import { json, me, subject, text } from './shared';

const demotion = aDemotion({ Asked_By: me.ID });
function Demotions() {
  return json(useDemotions(demotion.Society_ID).items);
}
const agreed: Demotion = { ...demotion, Agreed: [me.ID, demotion.User], version: 2 };
const closed: Demotion = { ...demotion, Status: 'withdrawn', version: 3 };

const claim = aClaim();
function Claims() {
  return json(useClaims().items);
}
const decided: AdminClaim = { ...claim, Status: 'declined', version: 2 };

/** Rows of requests about admins and of claims. */
export const adminRows: ConformanceRow[] = [
  row(
    demotionChanged,
    { demotion },
    {
      what: 'a new one',
      screen: subject(<Demotions />),
      serve: (isAfter) => serveDemotions(...(isAfter ? [demotion] : [])),
      state: text,
      late: { demotion: { ...demotion, Reason: 'Older', version: 0 } },
    },
  ),
  row(
    demotionChanged,
    { demotion: agreed },
    {
      what: 'an agreement',
      screen: subject(<Demotions />),
      serve: (isAfter) => serveDemotions(isAfter ? agreed : demotion),
      state: text,
      late: { demotion },
    },
  ),
  row(
    demotionChanged,
    { demotion: closed },
    {
      what: 'its end',
      screen: subject(<Demotions />),
      serve: (isAfter) => serveDemotions(...(isAfter ? [] : [demotion])),
      state: text,
      late: { demotion },
    },
  ),
  row(
    claimChanged,
    { claim },
    {
      what: 'a new one',
      screen: subject(<Claims />),
      serve: (isAfter) => serveClaims(...(isAfter ? [claim] : [])),
      state: text,
      late: { claim: { ...claim, Words: 'Older', version: 0 } },
    },
  ),
  row(
    claimChanged,
    { claim: decided },
    {
      what: 'its end',
      screen: subject(<Claims />),
      serve: (isAfter) => serveClaims(...(isAfter ? [] : [claim])),
      state: text,
      late: { claim },
    },
  ),
];
