import { screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { appealRemoval } from '#models/contract/report-appeals';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { aUser, newId } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { AppealButton } from './appeal-button';

const object = newId();
beforeAll(() => i18n.loadNamespaces(['notifications', 'appeal']));
beforeEach(() => useSession.setState({ status: 'in', user: aUser() }));

async function send() {
  const { user } = show(<AppealButton params={{ kind: 'post', object }} />);
  await user.click(screen.getByRole('button', { name: 'Appeal' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Appeal this removal' }));
  await user.clear(dialog.getByRole('textbox'));
  await user.type(dialog.getByRole('textbox'), 'It was a gift.');
  await user.click(dialog.getByRole('button', { name: 'Send appeal' }));
}

it('an appeal against a removal is sent, and the dialog closes', async () => {
  onCall(appealRemoval, () => yes(appealRemoval, { Due_At: '2026-11-29T12:59:00.000Z' }));
  await send();
  expect(await screen.findByText('Your appeal has been sent.')).toBeDefined();
  expect(requests.map(({ body }) => body)).toEqual([{ kind: 'post', id: object, message: 'It was a gift.' }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('a second appeal shows the refusal, and keeps the words', async () => {
  onCall(appealRemoval, () => no(409, 'already_appealed', 'You have already appealed against this.'));
  await send();
  expect(await screen.findByText(/You have already appealed against this\./)).toBeDefined();
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('It was a gift.');
});

it('nobody can appeal for an account', () => {
  show(<AppealButton params={{ kind: 'user', object }} />);
  expect(screen.queryByRole('button')).toBeNull();
});
