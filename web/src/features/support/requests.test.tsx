import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { roomOf } from '#models/contract/rooms';
import { getMyTickets, getTickets, replyToTicket, type SupportRequest, supportRequestUpdated, takeTicket } from '#models/contract/support';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import AdminSupportPage from '@/pages/admin-support-page';
import TicketsPage from '@/pages/tickets-page';
import { describeFailures } from '@/testing/failures';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket, joined } from '@/testing/fake-socket';
import { aUser, newId } from '@/testing/fixtures';
import { aReply, aTicket } from '@/testing/people-fixtures';
import { show } from '@/testing/render';

const me = aUser();
const mine = aTicket({ User: me.ID, Subject: 'Lost ticket', Content: 'Where is it?' });
const answered: SupportRequest = {
  ...mine,
  Status: 'answered',
  Replies: [aReply({ Is_Support: true, Content: 'In your mail.' })],
  version: 2,
};
const shared = ({ User_Email: _email, ...rest }: SupportRequest) => rest;

const serveMine = (...found: SupportRequest[]) => onCall(getMyTickets, () => yes(getMyTickets, found, { next: null }));
function serveAll(all: SupportRequest[]): void {
  const of = (status: string) => all.filter(({ Status }) => Status === status);
  const counts = { open: of('open').length, answered: of('answered').length, closed: of('closed').length };
  onCall(getTickets, ({ query }) => yes(getTickets, of(query.get('status') ?? ''), { next: null, counts }));
}
const subjects = () => screen.getAllByRole('heading', { level: 2 }).map((each) => each.querySelector('bdi')?.textContent);
const box = () => screen.getByRole<HTMLTextAreaElement>('textbox');
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });

beforeAll(async () => {
  await i18n.loadNamespaces(['support', 'moderation']);
  await connectSocket();
});
beforeEach(() => {
  useSession.setState({ status: 'in', user: me });
  serveMine(mine);
});

describe('own tickets', () => {
  const open = async () => {
    const view = show(<TicketsPage />);
    await screen.findAllByRole('heading', { level: 2 });
    return view;
  };

  it('are listed with their messages, the newest expanded', async () => {
    serveMine(answered, aTicket({ User: me.ID, Subject: 'Older' }));
    await open();
    expect(subjects()).toEqual(['Lost ticket', 'Older']);
    expect(screen.getByText('In your mail.')).toBeDefined();
    expect(screen.getByText('Replied')).toBeDefined();
  });

  it('show an empty state with a link to the contact form', async () => {
    serveMine();
    show(<TicketsPage />);
    expect(await screen.findByText('You have not written to support yet')).toBeDefined();
  });

  it('show a failure in place, and can retry', async () => {
    onCall(getMyTickets, () => no(500, 'internal', 'Boom'));
    const { user } = show(<TicketsPage />);
    expect(await screen.findByText('The messages did not load')).toBeDefined();
    serveMine(mine);
    await user.click(button('Try again'));
    expect(await screen.findByText('Where is it?')).toBeDefined();
  });

  it('show a reply live', async () => {
    await open();
    serveMine(answered);
    arrives(supportRequestUpdated, { ticket: shared(answered) });
    expect(await screen.findByText('In your mail.')).toBeDefined();
  });

  it('can be replied to, except with a blank text', async () => {
    const replied: SupportRequest = {
      ...answered,
      Status: 'open',
      Replies: [...answered.Replies, aReply({ User: me.ID, Content: 'Thanks!' })],
      version: 3,
    };
    serveMine(answered);
    onCall(replyToTicket, () => yes(replyToTicket, replied));
    const { user } = await open();
    await user.type(box(), '   ');
    expect(button('Send reply').disabled).toBe(true);
    await user.type(box(), 'Thanks!');
    serveMine(replied);
    await user.click(button('Send reply'));
    expect(await screen.findByText('Reply sent.')).toBeDefined();
    expect(screen.getByText('Thanks!').tagName).toBe('P');
    expect(box().value).toBe('');
  });

  it('can be closed and reopened', async () => {
    const closed: SupportRequest = { ...mine, Status: 'closed', version: 2 };
    onCall(replyToTicket, () => yes(replyToTicket, closed));
    const { user } = await open();
    serveMine(closed);
    await user.click(button('Close message'));
    expect(await screen.findByText('This message is closed. A reply reopens it.')).toBeDefined();
    expect(requests.findLast(({ path }) => path === replyToTicket.path)?.body).toEqual({ ticket_id: mine.ID, status: 'closed' });
    expect(button('Reopen')).toBeDefined();
  });

  describeFailures('replying', {
    call: replyToTicket,
    open,
    act: async (user) => {
      await user.type(box(), 'Still waiting');
      await user.click(button('Send reply'));
    },
    afterwards: () => expect(box().value).toBe('Still waiting'),
  });
});

describe('support inbox', () => {
  const guest = aTicket({ User: null, User_Name: null, User_Email: 'guest@uni.example', Subject: 'From outside' });
  const open = async () => {
    const view = show(<AdminSupportPage />);
    await screen.findAllByRole('heading', { level: 2 });
    return view;
  };
  beforeEach(() => serveAll([mine, guest, { ...answered, ID: 'f'.repeat(24) }]));

  it('lists all tickets by status, with the address of visitors', async () => {
    const { user } = await open();
    await waitFor(() => expect(joined.flatMap(({ rooms }) => rooms)).toContain(roomOf('support')));
    expect(subjects()).toEqual(['Lost ticket', 'From outside']);
    expect(screen.getByText(/guest@uni.example/)).toBeDefined();
    await user.click(button('Replied (1)'));
    await waitFor(() => expect(subjects()).toEqual(['Lost ticket']));
    await user.click(button('Closed (0)'));
    expect(await screen.findByText('No closed messages')).toBeDefined();
  });

  it('removes an answered ticket from the open ones', async () => {
    onCall(replyToTicket, () => yes(replyToTicket, answered));
    const { user } = await open();
    await user.click(button(/Lost ticket/));
    await user.type(box(), 'In your mail.');
    serveAll([guest, answered]);
    await user.click(button('Send reply'));
    expect(await screen.findByText('Reply sent.')).toBeDefined();
    await waitFor(() => expect(subjects()).toEqual(['From outside']));
  });

  it('can be taken, and shows who else has one', async () => {
    const staff = aUser({ Role: 'admin' });
    useSession.setState({ status: 'in', user: staff });
    const taken = { ...mine, Taken_By: { ID: staff.ID, Name: staff.Name }, version: 2 };
    onCall(takeTicket, () => {
      serveAll([taken, guest]);
      return yes(takeTicket, taken);
    });
    const { user } = await open();
    await user.click(button(/Lost ticket/));
    await user.click(button("I'll take it"));
    expect(await screen.findByText('You are on it')).toBeDefined();
    arrives(supportRequestUpdated, { ticket: shared({ ...taken, Taken_By: { ID: newId(), Name: 'Hana' }, version: 3 }) });
    expect(await screen.findByText(/Hana.* is on it/)).toBeDefined();
  });

  it('holds new tickets back behind a pill', async () => {
    const { user } = await open();
    const late = aTicket({ Subject: 'Just now' });
    serveAll([late, mine, guest]);
    arrives(supportRequestUpdated, { ticket: shared(late) });
    const pill = await screen.findByRole('button', { name: '1 new message' });
    expect(subjects()).toEqual(['Lost ticket', 'From outside']);
    await user.click(pill);
    expect(subjects()).toEqual(['Just now', 'Lost ticket', 'From outside']);
  });

  it("links to the writer's profile", async () => {
    const theirs = aTicket({ User_Name: 'Rand', Subject: 'Mine?' });
    serveAll([theirs]);
    const { user } = await open();
    await user.click(button(/Mine\?/));
    expect(screen.getByRole('link', { name: 'Rand' }).getAttribute('href')).toBe(`/users/${theirs.User}`);
  });
});
