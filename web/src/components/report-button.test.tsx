import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ApiError } from '@/lib/api';
import { show } from '@/testing/render';
import { ReportButton } from './report-button';

async function open(send: (message: string) => Promise<unknown>) {
  const view = show(<ReportButton about="post:1" texts={{ title: 'Report this event' }} send={send} />);
  await view.user.click(screen.getByRole('button', { name: 'Report' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Report this event' }));
  return { ...view, field: dialog.getByRole('textbox'), submit: dialog.getByRole('button', { name: 'Report this event' }) };
}

it('a report is sent trimmed, shows a toast, and closes', async () => {
  const send = vi.fn(async (_message: string) => {});
  const { user, field, submit } = await open(send);
  await user.type(field, ' It is spam ');
  await user.click(submit);
  expect(await screen.findByText('Reported. Thank you.')).toBeDefined();
  expect(send.mock.calls.map(([message]) => message)).toEqual(['It is spam']);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('a blank report is not sent', async () => {
  const send = vi.fn(async (_message: string) => {});
  const { user, submit } = await open(send);
  await user.click(submit);
  expect(await screen.findByText('Please enter a report message.')).toBeDefined();
  expect(send).not.toHaveBeenCalled();
});

it('a report that could not be sent stays in the dialog, with one toast', async () => {
  const { user, field, submit } = await open(() => Promise.reject(new ApiError(500, 'internal', 'Boom')));
  await user.type(field, 'It is spam');
  await user.click(submit);
  expect(await screen.findByText('Failed to send the report.')).toBeDefined();
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(field).toHaveProperty('value', 'It is spam');
});
