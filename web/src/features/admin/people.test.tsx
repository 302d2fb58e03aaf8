import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fieldTexts } from '#models/contract/errors';
import { setTermDates } from '#models/contract/term-dates';
import { getAllUsers, suspendUser } from '#models/contract/users';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import AdminPeoplePage from '@/pages/admin-people-page';
import { describeFailures } from '@/testing/failures';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { aUser } from '@/testing/fixtures';
import { anAccount } from '@/testing/people-fixtures';
import { refetchAll } from '@/testing/refetch';
import { show } from '@/testing/render';

const member = anAccount();
const platformAdmin = anAccount({ Name: 'Dana', Role: 'admin', Email: 'dana@uni.example' });
const suspendedMember = { ...member, Suspended_At: '2026-03-01T00:00:00.000Z', Suspended_For: 'Spam' };
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const open = async () => {
  const view = show(<AdminPeoplePage />, { at: '/admin/people' });
  await screen.findByRole('link', { name: 'Rand Tarawneh' });
  return view;
};

beforeAll(() => i18n.loadNamespaces(['moderation', 'term-reports']));
beforeEach(() => {
  useSession.setState({ status: 'in', user: aUser({ Role: 'admin' }) });
  onCall(getAllUsers, () => yes(getAllUsers, [member, platformAdmin], { next: null }));
});

describe('the list of accounts', () => {
  it('shows addresses; platform admins cannot be suspended', async () => {
    await open();
    expect(screen.getByText('rand@uni.example')).toBeDefined();
    expect(screen.getByText('Platform admin')).toBeDefined();
    expect([button('Suspend Dana').disabled, button('Suspend Dana').title]).toEqual([true, 'Platform admins cannot be suspended.']);
  });

  it('searches while typing, with the query in the URL', async () => {
    const { user, place } = await open();
    onCall(getAllUsers, ({ query }) => yes(getAllUsers, query.get('q') === 'zz' ? [] : [member], { next: null }));
    await user.type(screen.getByRole('searchbox'), 'zz');
    expect(await screen.findByText('Nobody found')).toBeDefined();
    expect(place()).toBe('/admin/people?q=zz');
  });

  it('shows a load error', async () => {
    onCall(getAllUsers, () => no(500, 'internal', 'Boom'));
    show(<AdminPeoplePage />);
    expect(await screen.findByText('The people did not load')).toBeDefined();
  });
});

describe('suspending an account', () => {
  it('asks for a reason and explains the effect; the account can be reinstated', async () => {
    onCall(suspendUser, ({ body }) => yes(suspendUser, body.suspended ? suspendedMember : member));
    const { user } = await open();
    await user.click(button('Suspend Rand Tarawneh'));
    expect(await screen.findByText(/They are signed out/)).toBeDefined();
    await user.type(screen.getByLabelText('Reason'), 'Spam');
    await user.click(button('Suspend'));
    expect(await screen.findByText('Rand Tarawneh is suspended.')).toBeDefined();
    expect(requests.at(-1)?.body).toEqual({ user_id: member.ID, suspended: true, reason: 'Spam' });
    expect(screen.getByText(/Suspended since/).textContent).toContain('Spam');
    await user.click(button('Lift the suspension of Rand Tarawneh'));
    await user.click(await screen.findByRole('button', { name: 'Lift suspension' }));
    expect(await screen.findByText('Rand Tarawneh can log in again.')).toBeDefined();
    await waitFor(() => expect(screen.queryByText('Suspended')).toBeNull());
  });

  it('keeps the dialog open when the list no longer has the account', async () => {
    onCall(suspendUser, () => yes(suspendUser, suspendedMember));
    const { user } = await open();
    await user.click(button('Suspend Rand Tarawneh'));
    await user.type(await screen.findByLabelText('Reason'), 'Sp');
    onCall(getAllUsers, () => yes(getAllUsers, [platformAdmin], { next: null }));
    await refetchAll();
    expect(screen.queryByText('rand@uni.example')).toBeNull();
    await user.type(screen.getByLabelText('Reason'), 'am');
    await user.click(button('Suspend'));
    expect(await screen.findByText('Rand Tarawneh is suspended.')).toBeDefined();
    expect(requests.at(-1)?.body).toEqual({ user_id: member.ID, suspended: true, reason: 'Spam' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  describeFailures('suspending an account', {
    call: suspendUser,
    open,
    act: async (user) => {
      await user.click(button('Suspend Rand Tarawneh'));
      await user.type(await screen.findByLabelText('Reason'), 'Spam');
      await user.click(button('Suspend'));
    },
    afterwards: () => expect(screen.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Spam'),
  });
});

describe('the file of exams and holidays', () => {
  const file = new File(['BEGIN:VCALENDAR'], 'term.ics', { type: 'text/calendar' });
  const upload = async () => {
    const { user } = await open();
    await user.upload(document.querySelector<HTMLInputElement>('input[accept*=".ics"]')!, file);
  };

  it('is sent as chosen, and the number of its dates is shown', async () => {
    onCall(setTermDates, () => yes(setTermDates, { dates: 12 }));
    await upload();
    expect(await screen.findByText('12 dates are in the calendars.')).toBeDefined();
    expect(requests.filter(({ path }) => path === setTermDates.path).map(({ body }) => body.calendar.name)).toEqual(['term.ics']);
  });

  it('has its fault beside the button, without a toast', async () => {
    onCall(setTermDates, () => no(400, 'validation_failed', 'Invalid', { calendar: fieldTexts.calendar_needed }));
    await upload();
    expect((await screen.findByRole('alert')).textContent).toBe(fieldTexts.calendar_needed);
  });
});
