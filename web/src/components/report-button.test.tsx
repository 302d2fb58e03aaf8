import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { reportPost, reportThing } from '#models/contract/reports';
import { no, onCall, requests } from '@/testing/fake-server';
import { newId } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { ReportButton } from './report-button';

const id = newId();

async function open(kind: 'event' | 'post') {
  const view = show(<ReportButton kind={kind} id={id} texts={{ title: 'Report this event' }} />);
  await view.user.click(screen.getByRole('button', { name: 'Report' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Report this event' }));
  return { ...view, field: dialog.getByRole('textbox'), submit: dialog.getByRole('button', { name: 'Report this event' }) };
}

it.each([
  ['event', reportThing, { kind: 'event', id, message: 'It is spam' }],
  ['post', reportPost, { post_id: id, message: 'It is spam' }],
] as const)('a report of a %s is sent trimmed, shows a toast, and closes', async (kind, call, body) => {
  onCall(call, () => ({ status: call.status, body: { data: {} } }));
  const { user, field, submit } = await open(kind);
  await user.type(field, ' It is spam ');
  await user.click(submit);
  expect(await screen.findByText('Report sent. Thank you.')).toBeDefined();
  expect(requests.map((sent) => sent.body)).toEqual([body]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('one of six reasons goes with the words', async () => {
  onCall(reportPost, () => ({ status: 200, body: { data: {} } }));
  const { user, field, submit } = await open('post');
  const choice = screen.getByRole('combobox', { name: 'Which rule does it break?' });
  expect(within(choice).getAllByRole('option')).toHaveLength(6);
  await user.selectOptions(choice, 'Harassment');
  await user.type(field, 'Again');
  await user.click(submit);
  expect(await screen.findByText('Report sent. Thank you.')).toBeDefined();
  expect(requests.map((sent) => sent.body)).toEqual([{ post_id: id, message: 'Again', reason: 'harassment' }]);
});

it('a blank report is not sent', async () => {
  const { user, submit } = await open('event');
  await user.click(submit);
  expect(await screen.findByText('Please enter a report message.')).toBeDefined();
  expect(requests).toEqual([]);
});

it('a report that could not be sent stays in the dialog, with one toast', async () => {
  onCall(reportThing, () => no(500, 'internal', 'Boom'));
  const { user, field, submit } = await open('event');
  await user.type(field, 'It is spam');
  await user.click(submit);
  expect(await screen.findByText('Failed to send the report.')).toBeDefined();
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(field).toHaveProperty('value', 'It is spam');
});
