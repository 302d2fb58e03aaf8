import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { getAllEvents } from '#models/contract/events';
import { cardsRecommendations, getRecommendations, notInterested, type Recommendation } from '#models/contract/recommendations';
import { getAllSocieties } from '#models/contract/societies';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { queryClient } from '@/lib/query';
import RecommendationsPage from '@/pages/recommendations-page';
import { describeFailures } from '@/testing/failures';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { newId } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { RecommendationsCard } from './recommendations-card';

const aRecommendation = (title: string, fields: Partial<Recommendation> = {}): Recommendation => ({
  id: newId(),
  type: 'society',
  title,
  description: 'Stars, and tea.',
  reason: 'Popular on campus',
  reason_code: 'popular',
  params: {},
  score: 0,
  factors: [],
  society_id: newId(),
  small: false,
  reserved: false,
  image: '',
  members: 12,
  category: 'Science',
  date: null,
  time: null,
  location: null,
  starts_at: null,
  ...fields,
});
const serve = (items: readonly Recommendation[]) =>
  onCall(getRecommendations, ({ query }) => yes(getRecommendations, items.slice(0, Number(query.get('limit'))), { next: null }));
const titles = () => screen.queryAllByRole('listitem').map((row) => row.querySelector('b')?.textContent);
async function open(items: readonly Recommendation[]) {
  serve(items);
  const view = show(<RecommendationsPage />);
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull());
  return view;
}

beforeAll(async () => {
  await i18n.loadNamespaces(['cards']);
  await connectSocket();
});

describe('the recommendations page', () => {
  it('shows up to twenty items with description, reason and link', async () => {
    const event = aRecommendation('Finals', { type: 'event', members: null, date: '2026-11-26', time: '17:30', reason_code: 'soon' });
    await open([event, ...Array.from({ length: 22 }, (_, i) => aRecommendation(`s${i}`))]);
    expect(requests[0]!.query.get('limit')).toBe('20');
    expect(titles()).toHaveLength(20);
    expect(screen.getByRole('heading', { level: 1, name: 'Recommended for You' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Finals' }).getAttribute('href')).toBe(`/events/${event.id}`);
    expect(screen.getByText('Thu, Nov 26 · 5:30 PM')).toBeDefined();
    expect(screen.getAllByText('Stars, and tea.')).toHaveLength(20);
    await act(() => chooseLanguage('ar'));
    expect(screen.getByRole('heading', { level: 1, name: 'مقترحات لك' })).toBeDefined();
  });

  it('hides a refused item, also on the card, and shows it again after Undo', async () => {
    const [a, b] = [aRecommendation('A'), aRecommendation('B')];
    serve([a, b]);
    onCall(notInterested, ({ body }) => {
      const isOver = body.undo !== true;
      serve(isOver ? [b] : [a, b]);
      return yes(notInterested, { not_interested: isOver });
    });
    const { user } = show(
      <>
        <RecommendationsPage />
        <RecommendationsCard />
      </>,
    );
    await waitFor(() => expect(titles()).toEqual(['A', 'B', 'A', 'B']));
    expect(screen.getByRole('link', { name: 'View all' }).getAttribute('href')).toBe('/recommendations');
    await user.click(screen.getAllByRole('button', { name: 'Not interested in A' })[0]!);
    expect(titles()).toEqual(['B', 'B']);
    expect(document.activeElement).toBe(screen.getAllByRole('button', { name: 'Not interested in B' })[0]);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(titles()).toEqual(['A', 'B', 'A', 'B']));
  });

  it('refetches after a message that the recommendations changed', async () => {
    await open([aRecommendation('A')]);
    serve([aRecommendation('B')]);
    arrives(cardsRecommendations, { computedAt: '2026-01-01T00:00:00.000Z', changed: true });
    await waitFor(() => expect(titles()).toEqual(['B']));
  });

  it('waits a moment for the first list of a person, and then shows what is popular', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const answerWith = (title: string, computed_at: string | null) =>
      onCall(getRecommendations, () => yes(getRecommendations, [aRecommendation(title)], { next: null, counts: { computed_at } }));
    answerWith('Popular', null);
    show(<RecommendationsPage />);
    await waitFor(() => expect(requests).toHaveLength(1));
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(titles()).toEqual([]);
    expect(screen.getByRole('status', { name: 'Loading' })).toBeDefined();
    answerWith('Computed', '2026-01-01T00:00:00.000Z');
    arrives(cardsRecommendations, { computedAt: '2026-01-01T00:00:00.000Z', changed: true });
    await waitFor(() => expect(titles()).toEqual(['Computed']));
    cleanup();
    queryClient.clear();
    answerWith('Popular', null);
    show(<RecommendationsPage />);
    await act(() => vi.advanceTimersByTimeAsync(2500));
    expect(titles()).toEqual(['Popular']);
    vi.useRealTimers();
  });

  it('shows a text if empty, and an error in place if loading fails', async () => {
    await open([]);
    expect(screen.getByText('No suggestions right now.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Discover societies' }).getAttribute('href')).toBe('/societies');
    cleanup();
    for (const call of [getRecommendations, getAllEvents, getAllSocieties]) onCall(call, () => no(500, 'internal', 'Boom'));
    const { user } = show(<RecommendationsPage />);
    const again = await screen.findByRole('button', { name: 'Try again' });
    serve([aRecommendation('A')]);
    await user.click(again);
    await waitFor(() => expect(titles()).toEqual(['A']));
    expect(screen.queryByText(/Server error/)).toBeNull();
  });
});

describeFailures('refusing a recommendation', {
  call: notInterested,
  open: () => open([aRecommendation('A')]),
  act: (user) => user.click(screen.getByRole('button', { name: 'Not interested in A' })),
  afterwards: () => expect(titles()).toEqual(['A']),
});
