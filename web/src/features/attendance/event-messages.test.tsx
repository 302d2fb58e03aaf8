import { screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { type EventMessage, getEventMessages, sendEventMessage } from '#models/contract/event-messages';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { connectSocket } from '@/testing/fake-socket';
import { aUser, newId } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { EventMessages } from './event-messages';

const event = newId();
const message = (fields: Partial<EventMessage> = {}): EventMessage => ({
  ID: newId(),
  To: 'going',
  Text: 'Bring a coat.',
  At: '2026-02-02T10:00:00.000Z',
  Notified: 214,
  Seen: 180,
  ...fields,
});

beforeAll(async () => {
  await i18n.loadNamespaces(['check-in']);
  await connectSocket();
});
beforeEach(() => {
  useSession.setState({ status: 'in', user: aUser() });
});

async function write(found: EventMessage[] = []) {
  onCall(getEventMessages, () => yes(getEventMessages, found, { next: null }));
  const { user } = show(<EventMessages eventId={event} />);
  await user.click(await screen.findByRole('button', { name: 'Write a message' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Write a message' }));
  await user.selectOptions(dialog.getByLabelText('To'), 'waiting');
  await user.type(dialog.getByRole('textbox', { name: 'Message' }), 'Two seats are free.');
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  return dialog;
}

it('shows how many were notified and have seen each message, without names', async () => {
  onCall(getEventMessages, () => yes(getEventMessages, [message()], { next: null }));
  show(<EventMessages eventId={event} />);
  const item = await screen.findByRole('listitem');
  expect(item.textContent).toContain('Bring a coat.');
  expect(item.textContent).toContain('214 people notified · 180 have seen it');
});

it('sends a message to the chosen people, and lists it', async () => {
  const sent = message({ To: 'waiting', Text: 'Two seats are free.', Notified: 0, Seen: 0 });
  onCall(sendEventMessage, () => {
    onCall(getEventMessages, () => yes(getEventMessages, [sent], { next: null }));
    return yes(sendEventMessage, sent);
  });
  await write();
  expect(await screen.findByText('Message sent')).toBeDefined();
  expect(requests.find(({ path }) => path === sendEventMessage.path)?.body).toEqual({
    event_id: event,
    to: 'waiting',
    text: 'Two seats are free.',
  });
  expect((await screen.findByRole('listitem')).textContent).toContain('People on the waiting list');
});

it('keeps what was typed when a fourth message of the day is refused', async () => {
  const words = 'Three messages a day can be sent for an event. Please try again tomorrow.';
  onCall(sendEventMessage, () => no(409, 'messages_full', words));
  const dialog = await write();
  expect(await screen.findByText(words)).toBeDefined();
  expect(dialog.getByRole('textbox', { name: 'Message' })).toHaveProperty('value', 'Two seats are free.');
});
