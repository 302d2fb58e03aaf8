import { act, screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { cardsRecommendations, getRecommendations, type Recommendation } from '#models/contract/analytics';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { arrives, connectSocket } from '@/testing/live';
import { show } from '@/testing/render';
import { no, onCall, requests, yes } from '@/testing/server';
import { newId } from '@/testing/things';
import { RecommendationsCard } from './recommendations-card';

const one = (fields: Partial<Recommendation> = {}): Recommendation => ({
  id: newId(),
  type: 'society',
  title: 'Astronomy Circle',
  description: 'Stars.',
  reason: '4 people from your societies are members',
  reason_code: 'shared_members',
  params: { count: '4' },
  image: '',
  members: 1240,
  category: 'Science',
  date: null,
  time: null,
  location: null,
  ...fields,
});
const serve = (items: Recommendation[]) => onCall(getRecommendations, () => yes(getRecommendations, items, { next: null }));
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
  it('names societies with their members and a reason in the reader’s language', async () => {
    const society = one();
    await open([society]);
    expect(screen.getByRole('link', { name: 'Astronomy Circle' }).getAttribute('href')).toBe(`/societies/${society.id}`);
    expect(screen.getByText('1,240 members')).toBeDefined();
    expect(screen.getByText('4 people from your societies are members')).toBeDefined();
    await act(() => chooseLanguage('ar'));
    expect(screen.getByText('4 أشخاص من أنديتك في عضويته')).toBeDefined();
  });

  it('names events with day and time, TBD where there is none', async () => {
    await open([
      one({ type: 'event', title: 'Finals', members: null, date: '2026-11-26', time: '17:30', reason_code: 'soon', params: {} }),
    ]);
    expect(screen.getByText('Thu, Nov 26 · 5:30 PM')).toBeDefined();
    expect(screen.getByText('Coming up soon')).toBeDefined();
  });

  it('fetches again when the message says that they changed', async () => {
    await open([one()]);
    serve([one({ title: 'Founders Majlis' })]);
    arrives(cardsRecommendations, { computedAt: '2026-01-01T00:00:00.000Z' });
    expect(await screen.findByText('Founders Majlis')).toBeDefined();
    expect(requests).toHaveLength(2);
  });

  it('says when there is nothing, and in one line when it did not load', async () => {
    await open([]);
    expect(screen.getByText(/Nothing to suggest/)).toBeDefined();
    onCall(getRecommendations, () => no(403, 'forbidden', 'No'));
    const { user } = show(<RecommendationsCard />);
    const again = await screen.findByRole('button', { name: 'Try again' });
    serve([one()]);
    await user.click(again);
    await waitFor(() => expect(screen.getAllByText('Astronomy Circle')).not.toHaveLength(0));
    expect(screen.queryByText(/Error 403/)).toBeNull();
  });
});
