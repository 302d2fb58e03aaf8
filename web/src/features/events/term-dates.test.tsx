import { screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { getTermDates } from '#models/contract/term-dates';
import { i18n } from '@/lib/i18n';
import { no, onCall, requests } from '@/testing/fake-server';
import { serveTermDates } from '@/testing/fake-term-dates';
import { newId } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { TermDateHint } from './term-dates';

beforeAll(async () => {
  await i18n.loadNamespaces('event-form');
});
const asked = () => requests.filter(({ path }) => path === getTermDates.path).map(({ query }) => Object.fromEntries(query));

it('the date of a planned event has a hint of exams and holidays on its days', async () => {
  serveTermDates(
    { ID: newId(), Name: 'Finals', From: '2027-06-01', To: '2027-06-12' },
    { ID: newId(), Name: 'Army Day', From: '2027-06-10', To: '2027-06-10' },
  );
  show(<TermDateHint from="2027-06-10" to="2027-06-11" />);
  const hint = await screen.findByRole('region', { name: 'Exams and holidays' });
  expect(hint.textContent).toContain('Finals Jun 1 – Jun 12');
  expect(hint.textContent).toContain('Army Day Jun 10');
  expect(asked()).toEqual([{ from: '2027-06-10', to: '2027-06-11' }]);
});

it.each([
  ['there are none', () => serveTermDates()],
  ['they cannot be loaded', () => onCall(getTermDates, () => no(500, 'internal', 'Boom'))],
])('there is no hint where %s', async (_what, serve) => {
  serve();
  show(<TermDateHint from="2027-06-10" to="2027-06-10" />);
  await waitFor(() => expect(asked().length).toBeGreaterThan(0));
  expect(screen.queryByRole('region')).toBeNull();
});
