import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { claimChanged, claimSociety, decideClaim, getClaimState } from '#models/contract/admin-claims';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { aClaim, serveClaims } from '@/testing/fake-claims';
import { onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aUser, newId } from '@/testing/fixtures';
import { show } from '@/testing/render';
import ClaimNotice from './claim-notice';
import { ClaimQueue } from './claim-queue';

const society_id = newId();
const bodiesOf = (path: string) => requests.filter((each) => each.path === path).map(({ body }) => body);

beforeAll(async () => {
  await i18n.loadNamespaces(['members']);
  await connectSocket();
});
beforeEach(() => useSession.setState({ status: 'in', user: aUser() }));

describe('the notice of an absent admin', () => {
  const serveState = (fields: object = {}) =>
    onCall(getClaimState, () => yes(getClaimState, { is_claimable: true, may_claim: true, own: null, ...fields }));

  it('lets a member claim the society with a few words', async () => {
    serveState();
    const own = aClaim({ Society_ID: society_id });
    onCall(claimSociety, () => yes(claimSociety, own));
    const { user } = show(<ClaimNotice societyId={society_id} />);
    await user.click(await screen.findByRole('button', { name: 'Ask to take over' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Ask to become an admin?' }));
    await user.type(dialog.getByRole('textbox', { name: 'Why should you take over?' }), 'I ran the lab.');
    serveState({ own });
    await user.click(dialog.getByRole('button', { name: 'Send request' }));
    expect(await screen.findByText(/You asked to become an admin/)).toBeDefined();
    expect(bodiesOf(claimSociety.path)).toEqual([{ society_id, words: 'I ran the lab.' }]);
  });

  it('says to a new member when they can', async () => {
    serveState({ may_claim: false });
    show(<ClaimNotice societyId={society_id} />);
    expect(await screen.findByText(/once you have been a member for 30 days/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Ask to take over' })).toBeNull();
  });

  it('disappears when the admin is back', async () => {
    const own = aClaim({ Society_ID: society_id });
    serveState({ own });
    show(<ClaimNotice societyId={society_id} />);
    await screen.findByText(/You asked to become an admin/);
    serveState({ is_claimable: false });
    arrives(claimChanged, { claim: { ...own, Status: 'returned', version: 2 } });
    await waitFor(() => expect(screen.queryByText(/You asked to become an admin/)).toBeNull());
  });
});

describe('the claims of platform admins', () => {
  it.each([
    ['Stays an admin', 'admin'],
    ['Becomes a member', 'member'],
  ])('are confirmed, and the absent admin %s', async (label, former) => {
    const claim = aClaim();
    serveClaims(claim);
    onCall(decideClaim, () => yes(decideClaim, { ...claim, Status: 'confirmed', version: 2 }));
    const { user } = show(<ClaimQueue />);
    const row = within(await screen.findByRole('listitem', { name: 'Request for Robotics Society' }));
    await user.click(row.getByRole('button', { name: 'Confirm' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Make Rand Tarawneh an admin?' }));
    await user.click(dialog.getByRole('radio', { name: label }));
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(bodiesOf(decideClaim.path)).toEqual([{ claim_id: claim.ID, decision: 'confirm', former }]));
    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Request for Robotics Society' })).toBeNull());
  });

  it('are declined with a reason', async () => {
    const claim = aClaim();
    serveClaims(claim);
    onCall(decideClaim, () => yes(decideClaim, { ...claim, Status: 'declined', version: 2 }));
    const { user } = show(<ClaimQueue />);
    await user.click(await screen.findByRole('button', { name: 'Decline' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Decline the request?' }));
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Ask in person.');
    await user.click(dialog.getByRole('button', { name: 'Decline' }));
    const input = { claim_id: claim.ID, decision: 'decline', reason: 'Ask in person.' };
    await waitFor(() => expect(bodiesOf(decideClaim.path)).toEqual([input]));
  });

  it('appear as they come', async () => {
    serveClaims();
    show(<ClaimQueue />);
    expect(await screen.findByText('No requests')).toBeDefined();
    arrives(claimChanged, { claim: aClaim() });
    expect(await screen.findByRole('listitem', { name: 'Request for Robotics Society' })).toBeDefined();
  });
});
