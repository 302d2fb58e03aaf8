import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rejectRequest } from '#models/contract/join-request-queue';
import { type JoinRequest, joinRequestDecided } from '#models/contract/join-requests';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { clearUserState } from '@/lib/user-change';
import { describeFailures } from '@/testing/failures';
import { serveRequests } from '@/testing/fake-join-requests';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aUser, newId } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { aJoinRequest } from '@/testing/society-fixtures';
import { JoinRequests } from './join-requests';
import { PendingCount } from './pending-count';

const societyId = newId();
const at = (day: number) => `2026-03-0${day}T00:00:00.000Z`;
const entry = (Status: JoinRequest['History'][number]['Status'], day: number, By: string, Reason = '') => ({
  Status,
  At: at(day),
  By,
  Reason,
});
const zaid = aJoinRequest({ User_Name: 'Zaid Rawashdeh' });
/** Request of a person who was rejected before. */
const tala = aJoinRequest({
  User_Name: 'Tala Shami',
  Answer: 'I solder.',
  History: [
    entry('pending', 1, 'Tala Shami'),
    entry('rejected', 2, 'Hala Zoubi', 'We are full.'),
    entry('pending', 3, 'Tala Shami'),
    entry('withdrawn', 4, 'Tala Shami'),
    entry('pending', 5, 'Tala Shami'),
  ],
});
const full = 'We are full this term. Please ask again next term.';

async function open(props: { question?: string; replyHours?: number | null } = {}) {
  const view = show(
    <>
      <PendingCount societyId={societyId} />
      <JoinRequests societyId={societyId} question="What do you build?" {...props} />
    </>,
  );
  await screen.findByText('Pending Requests');
  await view.user.click(await screen.findByRole('button', { name: 'Tala Shami' }));
  return view;
}
const detail = () => within(screen.getByRole('region', { name: 'Request' }));
const field = () => detail().getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason (optional)' });
/** Simulates leaving the page, which sends held rejections at once. */
const sendNow = () => act(() => void window.dispatchEvent(new Event('pagehide')));
const sent = () => requests.filter(({ path }) => path === rejectRequest.path).map(({ body }) => body);

beforeAll(async () => {
  await i18n.loadNamespaces(['join-requests']);
  await connectSocket();
});
beforeEach(() => {
  useSession.setState({ status: 'in', user: aUser() });
  serveRequests([zaid, tala]);
  onCall(rejectRequest, () => yes(rejectRequest, null));
});

describe('the reason of a rejection', () => {
  it('combines free text and presets, and is the last entry of the history after the decision', async () => {
    const { user } = await open();
    await user.click(detail().getByRole('button', { name: 'Full' }));
    expect([field().value, document.activeElement === field()]).toEqual([full, true]);
    await user.click(detail().getByRole('button', { name: 'Asked twice' }));
    expect(field().value).toBe('You asked twice. We will decide on your other request.');
    await user.clear(field());
    await user.type(field(), 'Not now.');
    await user.click(detail().getByRole('button', { name: 'Full' }));
    expect(field().value).toBe(`Not now. ${full}`);
    const outcome = { Status: 'rejected', Reason: field().value, Decided_By: 'Omar', Decided_At: at(6), version: 2 } as const;
    await user.click(detail().getByRole('button', { name: 'Reject' }));
    sendNow();
    await waitFor(() => expect(sent()).toEqual([{ request_id: tala.Request_ID, reason: `Not now. ${full}` }]));
    serveRequests([zaid, { ...tala, ...outcome, History: [...tala.History, entry('rejected', 6, 'Omar', outcome.Reason)] }]);
    const message = { society_id: societyId, request_id: tala.Request_ID, ...outcome };
    arrives(joinRequestDecided, message);
    arrives(joinRequestDecided, message);
    await user.click(within(screen.getByRole('group', { name: 'Filter' })).getByRole('button', { name: /^Rejected/ }));
    await user.click(await screen.findByRole('button', { name: 'Tala Shami' }));
    const lines = within(detail().getByRole('region', { name: 'Earlier requests' })).getAllByRole('listitem');
    expect(lines.map(({ textContent }) => textContent)).toHaveLength(6);
    expect(lines[1]?.textContent).toMatch(/^Rejected by Hala Zoubi.*We are full\.$/);
    expect(lines[5]?.textContent).toMatch(/^Rejected by Omar.*Not now\. /);
  });

  it('is optional and not sent by the button in the row; no preset about an answer if there is no question', async () => {
    const { user } = await open({ question: '' });
    expect(detail().queryByRole('button', { name: 'No answer' })).toBeNull();
    await user.type(field(), 'Half a thought');
    await user.click(screen.getByRole('button', { name: 'Zaid Rawashdeh' }));
    expect(field().value).toBe('');
    await user.click(screen.getByRole('button', { name: 'Reject Tala Shami' }));
    sendNow();
    await waitFor(() => expect(sent()).toEqual([{ request_id: tala.Request_ID }]));
  });

  it('survives a reload until it is sent, and a rejection from the row that failed', async () => {
    const { user } = await open();
    await user.type(field(), 'Half a thought');
    cleanup();
    clearUserState();
    const again = await open();
    expect(field().value).toBe('Half a thought');
    onCall(rejectRequest, () => no(500, 'internal', 'Boom'));
    await again.user.click(screen.getByRole('button', { name: 'Reject Tala Shami' }));
    sendNow();
    await again.user.click(await screen.findByRole('button', { name: 'Tala Shami' }));
    await waitFor(() => expect(field().value).toBe('Half a thought'));
    onCall(rejectRequest, () => yes(rejectRequest, null));
    await again.user.click(await screen.findByRole('button', { name: 'Reject Tala Shami' }));
    sendNow();
    await waitFor(() => expect(sent()).toHaveLength(2));
    await waitFor(() => expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('Half a thought'));
  });

  describeFailures('a rejection with its reason', {
    call: rejectRequest,
    open,
    act: async (user) => {
      await user.click(detail().getByRole('button', { name: 'Full' }));
      await user.click(detail().getByRole('button', { name: 'Reject' }));
      sendNow();
    },
    afterwards: async () => {
      fireEvent.click(await screen.findByRole('button', { name: 'Tala Shami' }));
      expect(field().value).toBe(full);
    },
  });
});

describe('request detail for the deciding admin', () => {
  it.each([
    [0.4, 'You usually reply within an hour'],
    [5.2, 'You usually reply within 6 hours'],
    [48.5, 'You usually reply within 3 days'],
  ])('shows question, answer and the median reply time of %d hours', async (replyHours, words) => {
    await open({ replyHours });
    expect(screen.getByText(words)).toBeDefined();
    for (const text of ['What do you build?', 'I solder.']) expect(detail().getByText(text)).toBeDefined();
  });

  it('is shown in Arabic', async () => {
    await open({ replyHours: 2 });
    await chooseLanguage('ar');
    expect(await screen.findByText('تردّ الإدارة عادةً خلال ساعتين')).toBeDefined();
    expect(screen.getByRole('textbox', { name: 'سبب الرفض (اختياري)' })).toBeDefined();
    await chooseLanguage('en');
  });
});
