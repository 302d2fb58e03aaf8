import { screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { getContact } from '#models/contract/support';
import { chooseLanguage, i18n } from '@/lib/i18n';
import AboutPage from '@/pages/about-page';
import PrivacyPage from '@/pages/privacy-page';
import TermsPage from '@/pages/terms-page';
import { no, onCall, yes } from '@/testing/fake-server';
import { show } from '@/testing/render';

beforeAll(() => i18n.loadNamespaces(['about', 'terms', 'privacy']));

describe('the about page', () => {
  it('shows the figures of the specification, the mission, six features and the contact', async () => {
    onCall(getContact, () => yes(getContact, { email: 'support@uni.example', time_zone: 'Asia/Amman' }));
    show(<AboutPage />);
    const figures = within(screen.getByRole('region', { name: 'Nadi in figures' })).getAllByRole('definition');
    expect(figures.map(({ textContent }) => textContent)).toEqual(['25+', '1,200+', '150+', '8+', '99.9%', 'under 2 s', '24/7']);
    expect(screen.getByRole('heading', { name: 'Our mission' })).toBeDefined();
    expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(6);
    expect(screen.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe('/support');
    expect((await screen.findByRole('link', { name: 'Send an email' })).getAttribute('href')).toBe('mailto:support@uni.example');
  });

  it('leaves the mail link out if the contact address does not load', async () => {
    onCall(getContact, () => no(500, 'internal', 'Boom'));
    show(<AboutPage />);
    expect(await screen.findByRole('link', { name: 'Contact support' })).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Send an email' })).toBeNull();
  });
});

describe.each([
  ['the terms of service', TermsPage, 13, ['/privacy', '/support']],
  ['the privacy policy', PrivacyPage, 14, ['/terms', '/support']],
] as const)('%s', (_name, Page, sections, links) => {
  it.each(['en', 'ar'] as const)('have numbered sections, a table of contents and links: %s', async (language) => {
    await chooseLanguage(language);
    show(<Page />);
    const numbered = screen.getAllByRole('heading', { level: 2 }).filter(({ textContent }) => /^\d+\. /.test(textContent ?? ''));
    expect(numbered).toHaveLength(sections);
    const hrefs = screen.getAllByRole('link').flatMap((link) => link.getAttribute('href') ?? []);
    expect(hrefs.filter((to) => to.startsWith('#'))).toHaveLength(sections);
    for (const to of hrefs.filter((each) => each.startsWith('#'))) expect(document.getElementById(to.slice(1))).not.toBeNull();
    expect(hrefs).toEqual(expect.arrayContaining(['/', ...links]));
  });
});

it('the privacy policy shows retention periods, and today as its date', () => {
  vi.useFakeTimers({ now: new Date('2026-11-26T12:00:00'), toFake: ['Date'] });
  show(<PrivacyPage />);
  expect(screen.getByText('November 26, 2026')).toBeDefined();
  for (const period of [
    /deletion or graduation plus 2 years/,
    /membership ends plus 1 year/,
    /event completes plus 1 year/,
    /up to 2 years/,
  ])
    expect(screen.getByText(period)).toBeDefined();
  vi.useRealTimers();
});
