import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resolveAppeal } from '#models/contract/report-appeals';
import { getReports, type Report, reportCreated, reportResolved, reportTaken, resolveReport, takeReport } from '#models/contract/reports';
import { roomOf } from '#models/contract/rooms';
import { getSocietyInfo, type Society } from '#models/contract/societies';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import AdminReportsPage from '@/pages/admin-reports-page';
import SocietyReportsPage from '@/pages/society-reports-page';
import { describeFailures } from '@/testing/failures';
import { serveRequests } from '@/testing/fake-join-requests';
import { serveMuted } from '@/testing/fake-mutes';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket, joined } from '@/testing/fake-socket';
import { aSociety, aUser, newId } from '@/testing/fixtures';
import { aReport } from '@/testing/people-fixtures';
import { show } from '@/testing/render';
import { asMember } from '@/testing/society-fixtures';

const spam = aReport({ Excerpt: 'Buy now!', message: 'This is spam', link: '/posts/1', About_Name: 'Omar Khalil' });
const rude = aReport({ kind: 'comment', Excerpt: 'Go away', message: 'Rude' });
const by = { ID: newId(), Name: 'Hala' };
const decided = (report: Report, status: Report['status'], note = ''): Report => ({
  ...report,
  status,
  note,
  Decided_By: by,
  Decided_At: '2026-01-02T00:00:00.000Z',
  version: 2,
});

function serve(all: Report[]): void {
  const of = (status: string) =>
    all.filter((report) => (status === 'appealed' ? report.Appeal?.status === 'open' : report.status === status));
  const [open = 0, appealed = 0, dismissed = 0, removed = 0, noted = 0] = ['open', 'appealed', 'dismissed', 'removed', 'noted'].map(
    (status) => of(status).length,
  );
  const counts = { open, appealed, dismissed, removed, noted };
  onCall(getReports, ({ query }) => yes(getReports, of(query.get('status') ?? 'open'), { next: null, counts }));
}
const open = async () => {
  const view = show(<AdminReportsPage />);
  await screen.findByText('This is spam');
  return view;
};
const there = () => screen.queryAllByRole('article').map((each) => each.getAttribute('aria-label'));
const inSpam = () => within(screen.getByRole('article', { name: 'Post: Buy now!' }));
const sent = () => requests.findLast(({ path }) => path === resolveReport.path)?.body;

beforeAll(async () => {
  await i18n.loadNamespaces(['moderation', 'support', 'societies', 'notifications']);
  await connectSocket();
});
beforeEach(() => {
  useSession.setState({ status: 'in', user: aUser({ Role: 'admin' }) });
  serve([spam, rude]);
  serveRequests([]);
});

describe('decision on a report', () => {
  it.each(['User', 'About'] as const)('is not offered to its %s', async (field) => {
    const me = aUser({ Role: 'admin' });
    useSession.setState({ status: 'in', user: me });
    serve([{ ...spam, [field]: me.ID }]);
    await open();
    expect(inSpam().getByText('Someone else decides on this report, because it is yours or about you.')).toBeDefined();
    expect(inSpam().queryByRole('button', { name: 'Dismiss' })).toBeNull();
  });
});

describe('report queue', () => {
  it('shows subject, link, reporter and reason of a report', async () => {
    await open();
    expect(there()).toEqual(['Post: Buy now!', 'Comment: Go away']);
    expect(inSpam().getByRole('link', { name: 'View in place' }).getAttribute('href')).toBe('/posts/1');
    expect(inSpam().getByRole('link', { name: 'Omar Khalil' }).getAttribute('href')).toBe(`/users/${spam.About}`);
    expect(inSpam().getByRole('link', { name: 'Rand Tarawneh' }).getAttribute('href')).toBe(`/users/${spam.User}`);
    await waitFor(() => expect(joined.flatMap(({ rooms }) => rooms)).toContain(roomOf('platform')));
  });

  it('filters by status, with counts', async () => {
    serve([spam, decided(rude, 'noted', 'Be kind')]);
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Note sent (1)' }));
    expect(await screen.findByText('Be kind')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Hala' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Removed (0)' }));
    expect(await screen.findByText('No removals')).toBeDefined();
  });

  it('shows a failure in place', async () => {
    onCall(getReports, () => no(500, 'internal', 'Boom'));
    const { user } = show(<AdminReportsPage />);
    expect(await screen.findByText('The reports did not load')).toBeDefined();
    serve([spam]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('This is spam')).toBeDefined();
  });

  it('holds a new report back behind a pill, and removes one that another admin decided', async () => {
    const { user } = await open();
    const late = aReport({ kind: 'event', Excerpt: 'Party' });
    serve([late, spam, rude]);
    arrives(reportCreated, { report: late });
    const pill = await screen.findByRole('button', { name: '1 new report' });
    expect(there()).toHaveLength(2);
    await user.click(pill);
    expect(there()[0]).toBe('Event: Party');
    serve([late, rude]);
    arrives(reportResolved, { report_id: spam.ID, action: 'dismiss', version: 2 });
    await waitFor(() => expect(there()).toEqual(['Event: Party', 'Comment: Go away']));
  });
});

describe('taking a report', () => {
  it('shows its taker, who may put it back', async () => {
    const { ID, Name } = aUser({ Role: 'admin' });
    useSession.setState({ status: 'in', user: aUser({ ID, Name, Role: 'admin' }) });
    const taken = { ...spam, Taken_By: { ID, Name }, version: 2 };
    onCall(takeReport, () => {
      serve([taken, rude]);
      return yes(takeReport, taken);
    });
    const { user } = await open();
    await user.click(inSpam().getByRole('button', { name: "I'll take it" }));
    expect(await inSpam().findByText('You are on it')).toBeDefined();
    expect(inSpam().getByRole('button', { name: 'Hand back' })).toBeDefined();
  });

  it('by another moderator is shown at once', async () => {
    await open();
    arrives(reportTaken, { report_id: spam.ID, Taken_By: { ID: newId(), Name: 'Sara' }, version: 2 });
    expect(await inSpam().findByText(/Sara.* is on it/)).toBeDefined();
    expect(inSpam().getByRole('button', { name: "I'll take it" })).toBeDefined();
  });
});

describe('deciding a report', () => {
  const press = async (user: Awaited<ReturnType<typeof open>>['user'], name: string) => user.click(inSpam().getByRole('button', { name }));
  const answers = (status: Report['status'], note = '') =>
    onCall(resolveReport, () => {
      serve([rude, decided(spam, status, note)]);
      return yes(resolveReport, decided(spam, status, note));
    });

  it('dismisses it', async () => {
    answers('dismissed');
    const { user } = await open();
    await press(user, 'Dismiss');
    expect(await screen.findByText('Dismissed. The person who reported it will be notified.')).toBeDefined();
    await waitFor(() => expect(there()).toEqual(['Comment: Go away']));
    expect(sent()).toEqual({ report_id: spam.ID, action: 'dismiss', note: '' });
    expect(await screen.findByRole('button', { name: 'Dismissed (1)' })).toBeDefined();
  });

  it('removes its subject after a confirmation', async () => {
    answers('removed');
    const { user } = await open();
    await press(user, 'Remove');
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove this post?' }));
    expect(dialog.getByText(/Nobody will see it/)).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(there()).toEqual(['Comment: Go away']));
    expect(sent()).toMatchObject({ action: 'remove' });
  });

  it('sends a note to the author, but not a blank one', async () => {
    answers('noted', 'Please edit it.');
    const { user } = await open();
    await press(user, 'Note');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send note' }).disabled).toBe(true);
    await user.type(screen.getByLabelText('What should the author know?'), 'Please edit it.');
    await user.click(screen.getByRole('button', { name: 'Send note' }));
    await waitFor(() => expect(there()).toEqual(['Comment: Go away']));
    expect(sent()).toEqual({ report_id: spam.ID, action: 'note', note: 'Please edit it.' });
  });

  it('names another rule than the reported one', async () => {
    answers('removed');
    const { user } = await open();
    await user.selectOptions(inSpam().getByLabelText('Broken rule'), 'Harassment');
    await press(user, 'Remove');
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(sent()).toEqual({ report_id: spam.ID, action: 'remove', note: '', reason: 'harassment' }));
  });

  it('shows the current status if another admin decided first', async () => {
    const { user } = await open();
    onCall(resolveReport, () => {
      serve([rude, decided(spam, 'removed')]);
      return no(409, 'already_resolved', 'This report has already been resolved.');
    });
    await press(user, 'Dismiss');
    expect(await screen.findByText('This report has already been resolved.')).toBeDefined();
    await waitFor(() => expect(there()).toEqual(['Comment: Go away']));
  });

  describeFailures('sending a note on a report', {
    call: resolveReport,
    open,
    act: async (user) => {
      await press(user, 'Note');
      await user.type(screen.getByLabelText('What should the author know?'), 'Please edit it.');
      await user.click(screen.getByRole('button', { name: 'Send note' }));
    },
    afterwards: () => expect(screen.getByLabelText<HTMLTextAreaElement>('What should the author know?').value).toBe('Please edit it.'),
  });
});

describe('the appeal of a removal', () => {
  const appealed = {
    ...decided(spam, 'removed'),
    Appeal: { message: 'It was a gift.', CreatedAt: spam.CreatedAt, status: 'open', note: '', Decided_By: null, Decided_At: null },
  } as const satisfies Report;
  const openAppeals = async (report: Report) => {
    serve([report, rude]);
    const view = show(<AdminReportsPage />);
    await view.user.click(await screen.findByRole('button', { name: /^Appeals/ }));
    await screen.findByText('It was a gift.');
    return view;
  };

  it('shows the words of the author, and can be granted with a note', async () => {
    const { user } = await openAppeals(appealed);
    onCall(resolveAppeal, () => {
      const restored = { ...appealed, Appeal: { ...appealed.Appeal, status: 'restored', Decided_By: by } as const, version: 3 };
      serve([restored, rude]);
      return yes(resolveAppeal, restored);
    });
    await user.type(inSpam().getByLabelText('Note to the author'), 'Sorry');
    await user.click(inSpam().getByRole('button', { name: 'Show again' }));
    expect(await screen.findByText('No open appeals')).toBeDefined();
    expect(requests.findLast(({ path }) => path === resolveAppeal.path)?.body).toEqual({
      report_id: spam.ID,
      action: 'restore',
      note: 'Sorry',
    });
  });

  it('is closed for good where its author has deleted the account', async () => {
    const { user } = await openAppeals(appealed);
    serve([{ ...appealed, Appeal: { ...appealed.Appeal, status: 'withdrawn' }, version: 3 }, rude]);
    onCall(resolveAppeal, () => no(409, 'appeal_withdrawn', 'This appeal is closed because its author deleted their account.'));
    await user.click(inSpam().getByRole('button', { name: 'Keep removed' }));
    expect(await screen.findByText('This appeal is closed because its author deleted their account.')).toBeDefined();
    expect(await screen.findByText('No open appeals')).toBeDefined();
    await user.click(screen.getByRole('button', { name: /^Removed/ }));
    expect(await screen.findByText(/^Closed because the author deleted their account\./)).toBeDefined();
  });

  it('is not offered to who decided the report', async () => {
    useSession.setState({ status: 'in', user: aUser({ ID: by.ID, Role: 'admin' }) });
    await openAppeals(appealed);
    expect(inSpam().getByText('Someone else decides on this appeal, because you decided on the report.')).toBeDefined();
    expect(inSpam().queryByRole('button', { name: 'Show again' })).toBeNull();
  });
});

describe("a society's reports", () => {
  const society = aSociety();
  async function openOf(served: Society) {
    useSession.setState({ status: 'in', user: aUser() });
    serveMuted();
    onCall(getSocietyInfo, () => yes(getSocietyInfo, served));
    const page = (
      <Routes>
        <Route path="/societies/:id/reports" element={<SocietyReportsPage />} />
      </Routes>
    );
    const view = show(page, { at: `/societies/${society.ID}/reports` });
    await screen.findByRole('heading', { level: 1 });
    return view;
  }

  it('are reviewed by its moderators', async () => {
    await openOf(asMember(society, 'moderator'));
    expect(await screen.findByText('This is spam')).toBeDefined();
    expect(requests.find(({ path }) => path === getReports.path)?.query.get('society_id')).toBe(society.ID);
    await waitFor(() => expect(joined.flatMap(({ rooms }) => rooms)).toContain(roomOf('societyModerators', society.ID)));
  });

  it.each([
    ['moderator', 0],
    ['admin', 1],
  ] as const)('about an event: the role %s gets %i remove buttons', async (role, count) => {
    serve([{ ...spam, kind: 'event' }]);
    await openOf(asMember(society, role));
    const card = within(await screen.findByRole('article', { name: 'Event: Buy now!' }));
    expect(card.getByRole('button', { name: 'Dismiss' })).toBeDefined();
    expect(card.queryAllByRole('button', { name: 'Remove' })).toHaveLength(count);
  });

  it('are hidden from its members, with an explanation', async () => {
    await openOf(asMember(society));
    expect(await screen.findByText('Only moderators see reports')).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Reports' })).toBeNull();
    expect(requests.some(({ path }) => path === getReports.path)).toBe(false);
  });
});
