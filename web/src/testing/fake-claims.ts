import { type AdminClaim, getClaimState, getClaims } from '#models/contract/admin-claims';
import { type Demotion, getDemotions } from '#models/contract/demotions';
import { onCall, yes } from './fake-server';
import { newId } from './fixtures';

const since = '2026-01-01T00:00:00.000Z';

/** An open request about an admin, to which the one who asked agrees. */
export function aDemotion(fields: Partial<Demotion> = {}): Demotion {
  const Asked_By = fields.Asked_By ?? newId();
  return {
    ID: newId(),
    Society_ID: newId(),
    User: newId(),
    User_Name: 'Omar Khalil',
    User_Photo: '',
    Asked_By_Name: 'Rand Tarawneh',
    Reason: 'Away since spring.',
    Agreed: [Asked_By],
    Needed: 2,
    Status: 'open',
    CreatedAt: since,
    Expires_At: '2026-01-15T00:00:00.000Z',
    version: 1,
    ...fields,
    Asked_By,
  };
}

/** An open claim to a society whose admin is away. */
export const aClaim = (fields: Partial<AdminClaim> = {}): AdminClaim => ({
  ID: newId(),
  Society_ID: newId(),
  Society_Name: 'Robotics Society',
  User: newId(),
  User_Name: 'Rand Tarawneh',
  User_Photo: '',
  Admin: newId(),
  Admin_Name: 'Omar Khalil',
  Words: 'I ran the lab for a year.',
  Status: 'open',
  Reason: '',
  CreatedAt: since,
  version: 1,
  ...fields,
});

const end = { next: null };

/** Serves these open requests about admins. */
export const serveDemotions = (...found: Demotion[]): void => void onCall(getDemotions, () => yes(getDemotions, found, end));

/** Serves these open claims to platform admins, and a society that its members cannot claim. */
export function serveClaims(...found: AdminClaim[]): void {
  onCall(getClaims, () => yes(getClaims, found, end));
  onCall(getClaimState, () => yes(getClaimState, { is_claimable: false, may_claim: true, own: null }));
}
