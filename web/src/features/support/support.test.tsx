import { screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fieldTexts } from '#models/contract/field-texts';
import { createTicket, getContact } from '#models/contract/support';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import SupportPage from '@/pages/support-page';
import { describeFailures } from '@/testing/failures';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { aUser, newId } from '@/testing/fixtures';
import { show } from '@/testing/render';

type User = ReturnType<typeof show>['user'];
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const sent = () => requests.filter(({ path }) => path === createTicket.path);
const send = (user: User) => user.click(screen.getByRole('button', { name: 'Send Message' }));

async function fill(user: User): Promise<void> {
  await user.selectOptions(field('Category'), 'Technical');
  await user.type(field('Subject'), 'It does not load');
  await user.type(field('Message'), 'Since this morning.');
}

beforeAll(() => i18n.loadNamespaces(['support']));
beforeEach(() => {
  useSession.setState({ status: 'in', user: aUser() });
  onCall(getContact, () => yes(getContact, { email: 'support@uni.example', time_zone: 'Asia/Amman' }));
  onCall(createTicket, () => yes(createTicket, newId()));
});

describe('frequently asked questions', () => {
  const questions = () => within(screen.getByRole('region', { name: 'Frequently asked questions' })).getAllByRole('button');
  const opened = () => questions().flatMap((each) => (each.getAttribute('aria-expanded') === 'true' ? [each.textContent] : []));

  it('are the ten of the specification, the last about technical help', () => {
    show(<SupportPage />);
    const about = [
      /join/,
      /create/,
      /organize/,
      /leave/,
      /admins, moderators and members/,
      /privacy/,
      /report/,
      /profile/,
      /public/,
      /What can I do/,
    ];
    expect(questions()).toHaveLength(10);
    for (const [i, words] of about.entries()) expect(questions()[i]?.textContent).toMatch(words);
  });

  it('open one at a time', async () => {
    const { user } = show(<SupportPage />);
    expect(opened()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'How do I join a society?' }));
    expect(screen.getByText(/choose Join Society/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'How do I report something?' }));
    expect(opened()).toEqual(['How do I report something?']);
    expect(screen.getByText(/reviewed within 24 hours/)).toBeDefined();
    expect(screen.queryByText(/choose Join Society/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'How do I report something?' }));
    expect(opened()).toEqual([]);
  });
});

describe('contact form', () => {
  it('offers six categories with none chosen', () => {
    show(<SupportPage />);
    const options = within(field('Category')).getAllByRole<HTMLOptionElement>('option');
    expect(options.map(({ text }) => text).slice(1)).toEqual(['General', 'Technical', 'Account', 'Society', 'Events', 'Report']);
    expect(field('Category').value).toBe('');
  });

  it('leaves required subject and message to the browser, and validates the category itself', async () => {
    const { user } = show(<SupportPage />);
    expect([field('Subject').required, field('Message').required]).toEqual([true, true]);
    await user.type(field('Subject'), 'Hello');
    await user.type(field('Message'), 'There');
    await send(user);
    expect(await screen.findByText('Category is required')).toBeDefined();
    expect(document.activeElement).toBe(field('Category'));
    expect(sent()).toEqual([]);
    await user.selectOptions(field('Category'), 'General');
    expect(screen.queryByText('Category is required')).toBeNull();
  });

  it('shows a thank-you after sending, and can start another message', async () => {
    const { user } = show(<SupportPage />);
    await fill(user);
    await send(user);
    const heading = await screen.findByRole('heading', { name: 'Message Sent!' });
    expect(document.activeElement).toBe(heading);
    expect(screen.getByText("Thank you for contacting us. We'll get back to you within 24 hours.")).toBeDefined();
    expect(sent()[0]?.body).toEqual({ category: 'technical', subject: 'It does not load', content: 'Since this morning.' });
    await user.click(screen.getByRole('button', { name: 'Send Another Message' }));
    expect([field('Category').value, field('Subject').value, field('Message').value]).toEqual(['', '', '']);
  });

  it("asks visitors for an address, and shows the server's error for it", async () => {
    useSession.setState({ status: 'out', user: null });
    onCall(createTicket, () => no(400, 'validation_failed', 'Some fields are not valid.', { email: fieldTexts.email_invalid }));
    const { user } = show(<SupportPage />);
    expect(screen.queryByRole('link', { name: 'My messages' })).toBeNull();
    await fill(user);
    await user.type(field('Email'), 'guest@uni');
    await send(user);
    expect(await screen.findByText('Email is invalid')).toBeDefined();
    expect(field('Message').value).toBe('Since this morning.');
  });

  it('repeats an unanswered request with the same idempotency key', async () => {
    onCall(createTicket, () => 'offline');
    const { user } = show(<SupportPage />);
    await fill(user);
    await send(user);
    await screen.findByText(/cannot be reached/);
    onCall(createTicket, () => yes(createTicket, newId()));
    await send(user);
    await screen.findByText('Message Sent!');
    expect(new Set(sent().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  });

  describeFailures('writing to support', {
    call: createTicket,
    open: () => show(<SupportPage />),
    act: async (user) => {
      await fill(user);
      await send(user);
    },
    afterwards: () => expect([field('Subject').value, field('Message').value]).toEqual(['It does not load', 'Since this morning.']),
    text: ({ message, text }) => (message.startsWith('Too many') ? 'You have sent five messages today.' : text),
  });

  it('the support page shows opening hours and address', async () => {
    show(<SupportPage />);
    expect(screen.getByText('Sunday to Thursday, 8:00 AM to 4:00 PM, Jordan time')).toBeDefined();
    expect((await screen.findByRole('link', { name: /support@uni.example/ })).getAttribute('href')).toBe('mailto:support@uni.example');
  });

  it('the support page is shown in Arabic', async () => {
    await chooseLanguage('ar');
    show(<SupportPage />);
    expect(screen.getByRole('button', { name: 'إرسال الرسالة' })).toBeDefined();
  });
});
