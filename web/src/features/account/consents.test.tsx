import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getConsents, giveConsent, withdrawConsent } from '#models/contract/consents';
import { noteUniversityLogin } from '@/lib/consent-prompt';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { aConsent, serveConsents } from '@/testing/fake-consents';
import { requests } from '@/testing/fake-server';
import { aUser, newId } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { ConsentsCard } from './consents-card';
import AskAgain, { OutdatedConsents } from './outdated-consents';

const circle = { ID: newId(), Name: 'Calligraphy Circle', Is_Named: false };
const sent = ({ path }: { path: string }) => requests.filter((each) => each.path === path).map(({ body }) => body);

beforeAll(() => i18n.loadNamespaces('account'));
beforeEach(() => useSession.setState({ status: 'in', user: aUser() }));

describe('consents', () => {
  it('are listed, and withdrawn after a question', async () => {
    serveConsents([aConsent()]);
    const { user } = show(<ConsentsCard />);
    await user.click(await screen.findByRole('button', { name: 'Withdraw your consent: Terms' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw' }));
    await waitFor(() => expect(sent(withdrawConsent)).toEqual([{ subject: 'terms' }]));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Withdraw your consent: Terms' })).toBeNull());
  });

  it('to be named in a sensitive society are a switch', async () => {
    serveConsents([], { societies: [circle] });
    const { user } = show(<ConsentsCard />);
    const name = 'Show my name outside Calligraphy Circle';
    await user.click(await screen.findByRole('switch', { name }));
    await waitFor(() =>
      expect(sent(giveConsent)).toEqual([{ subject: 'sensitive-membership', society_id: circle.ID, version: 1, language: 'en' }]),
    );
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('switch', { name }).checked).toBe(true));
  });

  it('that were never given are asked for after the university’s login, and not otherwise', async () => {
    serveConsents([], { outdated: ['terms', 'privacy'] });
    const { user } = show(<AskAgain />);
    expect(requests.filter(({ path }) => path === getConsents.path)).toEqual([]);
    act(noteUniversityLogin);
    expect(await screen.findByText('You have not agreed to the terms yet.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Agree' }));
    expect(await screen.findByText('You have not agreed to the privacy policy yet.')).toBeDefined();
  });

  it('to a text that has changed are asked again, beside the page', async () => {
    serveConsents([aConsent()], { outdated: ['terms'] });
    const { user } = show(<OutdatedConsents />);
    await user.click(await screen.findByRole('button', { name: 'Agree' }));
    await waitFor(() => expect(sent(giveConsent)).toEqual([{ subject: 'terms', version: 1, language: 'en' }]));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Agree' })).toBeNull());
  });
});
