import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Attendance } from '#models/contract/attendance';
import { type Event, getAllEvents } from '#models/contract/events';
import { cardsRecommendations, getRecommendations, notInterested, type Recommendation } from '#models/contract/recommendations';
import { getAllSocieties, type Society } from '#models/contract/societies';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { queryClient } from '@/lib/query';
import { deferred } from '@/testing/deferred';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aSociety, newId } from '@/testing/fixtures';
import { refetchAll } from '@/testing/refetch';
import { show } from '@/testing/render';
import { anEvent } from '@/testing/society-fixtures';
import { RecommendationsCard } from './recommendations-card';

const aRecommendation = (fields: Partial<Recommendation> = {}): Recommendation => ({
  id: newId(),
  type: 'society',
  title: 'Astronomy Circle',
  description: 'Stars.',
  reason: '4 people from your societies are members',
  reason_code: 'shared_members',
  params: { count: '4' },
  score: 0,
  factors: [],
  society_id: newId(),
  small: false,
  reserved: false,
  image: '',
  members: 1240,
  category: 'Science',
  date: null,
  time: null,
  location: null,
  starts_at: null,
  ...fields,
});
const serve = (items: Recommendation[], computed_at: string | null = null) =>
  onCall(getRecommendations, () => yes(getRecommendations, items, { next: null, counts: { computed_at } }));
const titles = () => screen.queryAllByRole('listitem').map((row) => row.querySelector('b')?.textContent);
async function open(items: Recommendation[]) {
  serve(items);
  const view = show(<RecommendationsCard />);
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull());
  return view;
}

beforeAll(async () => {
  await i18n.loadNamespaces(['cards']);
  await connectSocket();
});

describe('the recommendations card', () => {
  it('shows societies with members and a reason in the viewer’s language', async () => {
    const society = aRecommendation();
    await open([society]);
    expect(screen.getByRole('link', { name: 'Astronomy Circle' }).getAttribute('href')).toBe(`/societies/${society.id}`);
    expect(screen.getByText('1,240 members')).toBeDefined();
    expect(screen.getByText('4 people from your societies are members')).toBeDefined();
    await act(() => chooseLanguage('ar'));
    expect(screen.getByText('يضم 4 أشخاص من نواديك')).toBeDefined();
  });

  it('says when it was worked out, second by second, in both languages', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-26T17:00:40Z') });
    serve([aRecommendation()], '2026-11-26T17:00:00.000Z');
    show(<RecommendationsCard />);
    expect(await screen.findByText(/^Updated 4\d seconds ago$/)).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(screen.getByText(/^Updated (4[5-9]|5\d) seconds ago$/)).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(120_000));
    expect(screen.getByText('Updated 2 minutes ago')).toBeDefined();
    await act(() => chooseLanguage('ar'));
    expect(screen.getByText('حُدّثت قبل دقيقتين')).toBeDefined();
    await act(() => chooseLanguage('en'));
  });

  it('shows the time of a computation that changed nothing without asking again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-26T17:10:00Z') });
    serve([aRecommendation()], '2026-11-26T17:00:00.000Z');
    show(<RecommendationsCard />);
    expect(await screen.findByText('Updated 10 minutes ago')).toBeDefined();
    const asked = requests.length;
    arrives(cardsRecommendations, { computedAt: '2026-11-26T17:09:00.000Z', changed: false });
    expect(await screen.findByText('Updated 1 minute ago')).toBeDefined();
    expect(requests).toHaveLength(asked);
  });

  it('explains the formula in a dialog, and marks a place for small societies', async () => {
    const { user } = await open([aRecommendation({ small: true, reserved: true })]);
    expect(screen.getByText('Place reserved for small and new societies')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'How this list is made' }));
    const dialog = await screen.findByRole('dialog', { name: 'How recommendations are made' });
    expect(dialog.textContent).toContain('3 × log2(1 + people)');
    expect(dialog.textContent).toContain('0.25 × log10(1 + members)');
    expect(dialog.textContent).not.toMatch(/[#*|]{2}|\{\{/);
    await act(() => chooseLanguage('ar'));
    const translated = await screen.findByRole('dialog', { name: 'كيف تُحسب المقترحات' });
    expect(translated.textContent).toContain('3 × لو₂(1 + عدد الأشخاص)');
    expect(translated.textContent).not.toContain('{{');
    await act(() => chooseLanguage('en'));
  });

  it('shows events with date and time', async () => {
    await open([
      aRecommendation({
        type: 'event',
        title: 'Finals',
        members: null,
        date: '2026-11-26',
        time: '17:30',
        reason_code: 'soon',
        params: {},
      }),
    ]);
    expect(screen.getByText('Thu, Nov 26 · 5:30 PM')).toBeDefined();
    expect(screen.getByText('Starting soon')).toBeDefined();
  });

  it('hides an event as soon as it has begun', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-26T17:28:30') });
    const starts_at = new Date('2026-11-26T17:30').toISOString();
    await open([
      aRecommendation({ type: 'event', title: 'Finals', members: null, date: '2026-11-26', time: '17:30', starts_at }),
      aRecommendation(),
    ]);
    expect(titles()).toEqual(['Finals', 'Astronomy Circle']);
    await act(() => vi.advanceTimersByTimeAsync(92_000));
    expect(titles()).toEqual(['Astronomy Circle']);
    vi.useRealTimers();
  });

  it('refetches after a message that the recommendations changed', async () => {
    await open([aRecommendation()]);
    serve([aRecommendation({ title: 'Founders Majlis' })]);
    arrives(cardsRecommendations, { computedAt: '2026-01-01T00:00:00.000Z', changed: true });
    expect(await screen.findByText('Founders Majlis')).toBeDefined();
    expect(requests).toHaveLength(2);
  });

  it('hides a refused item at once, retains the focus in the list, and shows the next item', async () => {
    const [a, b, c] = [
      aRecommendation({ title: 'A' }),
      aRecommendation({ type: 'event', title: 'B', date: '2026-11-26', time: '17:30' }),
      aRecommendation({ title: 'C' }),
    ];
    const { user } = await open([a, b]);
    const answer = deferred<ReturnType<typeof yes>>();
    onCall(notInterested, () => answer.promise);
    await user.click(screen.getByRole('button', { name: 'Not interested in A' }));
    expect(titles()).toEqual(['B']);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Not interested in B' }));
    expect(requests.at(-1)?.body).toEqual({ type: 'society', id: a.id });
    await refetchAll();
    expect(titles()).toEqual(['B']);
    serve([b, c]);
    answer.give(yes(notInterested, { not_interested: true }));
    await waitFor(() => expect(titles()).toEqual(['B', 'C']));
  });

  it('shows a refused item again after Undo', async () => {
    const a = aRecommendation({ title: 'Chess' });
    const { user } = await open([a]);
    onCall(notInterested, ({ body }) => yes(notInterested, { not_interested: body.undo !== true }));
    serve([]);
    await user.click(screen.getByRole('button', { name: 'Not interested in Chess' }));
    const toastBox = (await screen.findByText(/We will not suggest .Chess. again/)).parentElement!;
    const undo = within(toastBox).getByRole('button', { name: 'Undo' });
    expect(titles()).toEqual([]);
    serve([a]);
    await user.click(undo);
    await waitFor(() => expect(titles()).toEqual(['Chess']));
    expect(requests.find(({ body }) => body?.undo)?.body).toEqual({ type: 'society', id: a.id, undo: true });
  });

  it('shows a refused item again, with one toast, if the call fails', async () => {
    const { user } = await open([aRecommendation({ title: 'A' })]);
    onCall(notInterested, () => no(500, 'internal', 'Boom'));
    await user.click(screen.getByRole('button', { name: 'Not interested in A' }));
    expect(await screen.findByText(/Server error/)).toBeDefined();
    expect(titles()).toEqual(['A']);
    expect(screen.getAllByRole('alert')).toHaveLength(1);
  });

  it('shows a refused item again after an undo in another tab', async () => {
    const a = aRecommendation({ title: 'A' });
    const { user } = await open([a]);
    onCall(notInterested, () => yes(notInterested, { not_interested: true }));
    serve([]);
    await user.click(screen.getByRole('button', { name: 'Not interested in A' }));
    await waitFor(() => expect(titles()).toEqual([]));
    await screen.findByText(/No suggestions right now/);
    serve([a]);
    arrives(cardsRecommendations, { computedAt: '2026-01-01T00:00:00.000Z', changed: true });
    await waitFor(() => expect(titles()).toEqual(['A']));
  });

  it('shows a text if empty, and an error line if loading fails', async () => {
    await open([]);
    expect(screen.getByText(/No suggestions right now/)).toBeDefined();
    for (const call of [getRecommendations, getAllEvents, getAllSocieties]) onCall(call, () => no(403, 'forbidden', 'No'));
    const { user } = show(<RecommendationsCard />);
    const again = await screen.findByRole('button', { name: 'Try again' });
    serve([aRecommendation()]);
    await user.click(again);
    await waitFor(() => expect(screen.getAllByText('Astronomy Circle')).not.toHaveLength(0));
    expect(screen.queryByText(/Error 403/)).toBeNull();
  });
});

describe('the recommendations card when its call fails', () => {
  const page = { next: null };
  const fail = () => onCall(getRecommendations, () => no(500, 'internal', 'Boom'));
  const serveSocieties = (...found: Society[]) => onCall(getAllSocieties, () => yes(getAllSocieties, found, page));
  const serveEvents = (...found: Event[]) => onCall(getAllEvents, () => yes(getAllEvents, found, page));
  const standing = (attendance: Attendance) => ({ attendance, version: 1, bookmarked: false, bookmark_version: 0 });
  const toCome = { Starts_At: '2999-01-01T10:00:00.000Z', Phase: 'upcoming' } as const;

  it('shows two societies that the viewer may join and one event that they do not attend', async () => {
    fail();
    serveSocieties(
      aSociety({ Name: 'own', Role: 'member' }),
      aSociety({ Name: 'asked', Request_Status: 'pending' }),
      aSociety({ Name: 'Chess', Member_Count: 1240 }),
      aSociety({ Name: 'Choir' }),
      aSociety({ Name: 'Dabke' }),
    );
    serveEvents(
      anEvent({ Title: 'over', Phase: 'ended' }),
      anEvent({ ...toCome, Title: 'called off', Status: 'cancelled' }),
      anEvent({ ...toCome, Title: 'going', Standing: standing('attending') }),
      anEvent({ ...toCome, Title: 'Finals', Standing: standing('not_attending') }),
      anEvent({ ...toCome, Title: 'Open day' }),
    );
    show(<RecommendationsCard />);
    await waitFor(() => expect(titles()).toEqual(['Chess', 'Choir', 'Finals']));
    expect(screen.getAllByText('Popular on campus')).toHaveLength(2);
    expect(screen.getByText('Starting soon')).toBeDefined();
    expect(screen.getByText('1,240 members')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('omits items refused before', async () => {
    const [chess, choir] = [aSociety({ Name: 'Chess' }), aSociety({ Name: 'Choir' })];
    const { user } = await open([aRecommendation({ id: chess.ID, title: 'Chess' })]);
    fail();
    serveSocieties(chess, choir);
    serveEvents();
    onCall(notInterested, () => yes(notInterested, { not_interested: true }));
    await user.click(screen.getByRole('button', { name: 'Not interested in Chess' }));
    await waitFor(() => expect(titles()).toEqual(['Choir']));
  });

  it('shows the events if the societies fail too, and an error line if both fail', async () => {
    fail();
    onCall(getAllSocieties, () => no(500, 'internal', 'Boom'));
    serveEvents(anEvent({ ...toCome, Title: 'Finals' }));
    const { unmount } = show(<RecommendationsCard />);
    await waitFor(() => expect(titles()).toEqual(['Finals']));
    unmount();
    queryClient.clear();
    onCall(getAllEvents, () => no(500, 'internal', 'Boom'));
    show(<RecommendationsCard />);
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
  });
});
