import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getJoinRequests } from '#models/contract/join-request-queue';
import { getSocietyInfo, type Society, societyCounts } from '#models/contract/societies';
import { getInsights, type Insights } from '#models/contract/society-insights';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import InsightsPage from '@/pages/insights-page';
import { serveMuted } from '@/testing/fake-mutes';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aSociety, aUser } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { asMember } from '@/testing/society-fixtures';
import { periodsOf } from './periods';

// Stub the chart: jsdom has no layout to draw it, and sentence and table have the same figures.
vi.mock('./insight-chart', () => ({ default: () => null }));

const society = aSociety({ Name: 'Robotics Society' });
const dayOf = (index: number): string => new Date(Date.UTC(2026, 9, 1 + index)).toISOString().slice(0, 10);
const dayAt = (index: number) => ({ date: dayOf(index), members: 40 + index, joined: 1, posts: index, events: 0, attendance: index % 2 });

function figuresOf(days: number, fields: Partial<Insights> = {}): Insights {
  const series = Array.from({ length: days }, (_, index) => dayAt(index));
  const sums = {
    members: 39 + days,
    joined: days,
    posts: 21,
    likes: 0,
    comments: 0,
    events: 1,
    attendance: 61,
    came: 0,
    no_shows: 0,
    cancellations: 0,
  };
  return { from: dayOf(0), to: dayOf(days - 1), ...sums, pending_requests: 3, median_reply_hours: 5.2, feedback: [], series, ...fields };
}

const serve = (served: Society) => onCall(getSocietyInfo, () => yes(getSocietyInfo, served));
const asked = () => requests.filter(({ path }) => path === getInsights.path).map(({ query }) => query.get('days'));
const open = (query = '') =>
  show(
    <Routes>
      <Route path="/societies/:id/insights" element={<InsightsPage />} />
    </Routes>,
    { at: `/societies/${society.ID}/insights${query}` },
  );

beforeAll(async () => {
  await i18n.loadNamespaces(['societies', 'insights', 'term-reports']);
  await connectSocket();
});
beforeEach(() => {
  serveMuted();
  useSession.setState({ status: 'in', user: aUser() });
  serve(asMember(society, 'admin'));
  onCall(getJoinRequests, () => yes(getJoinRequests, [], { counts: { pending: 3, approved: 0, rejected: 0, total: 3 } }));
  onCall(getInsights, ({ query }) => yes(getInsights, figuresOf(Number(query.get('days')))));
});

describe('society insights', () => {
  it('show counters and three figures as sentence and table, for the number of days in the URL', async () => {
    const { user, place } = open('?days=7');
    const members = within(await screen.findByRole('figure', { name: 'Members over time' }));
    expect(screen.getByText('Pending requests').closest('dl')?.textContent).toBe(
      'Members46Joined7Posts21Attendance61Pending requests3Usual reply: within 6 hours',
    );
    expect(members.getByText('46 members now. 7 of them joined in this period.')).toBeDefined();
    const posts = within(screen.getByRole('figure', { name: 'Posts' }));
    expect(posts.getByText('21 posts in this period. The busiest day was Wednesday, October 7, 2026.')).toBeDefined();
    const attended = within(screen.getByRole('figure', { name: 'Attendance at events' }));
    expect(
      attended.getByText(/^1 event took place in this period\. 61 people attended\. The busiest day was Friday, October 2, 2026\.$/),
    ).toBeDefined();
    await user.click(posts.getByText('Show as a table'));
    const rows = posts.getAllByRole('row').map((row) => row.textContent);
    expect(rows).toHaveLength(8);
    expect(rows.slice(0, 2)).toEqual(['DayPosts', 'Wednesday, October 7, 20266']);
    await user.click(screen.getByRole('button', { name: '90 days' }));
    expect(place()).toBe(`/societies/${society.ID}/insights?days=90`);
    await waitFor(() => expect(posts.getAllByRole('row')).toHaveLength(14));
    expect(posts.getAllByRole('row')[0]?.textContent).toBe('Week fromPosts');
    expect(asked()).toEqual(['7', '90']);
  });

  it('show texts for empty figures, also in Arabic', async () => {
    const nothing = figuresOf(0, { members: 1, joined: 0, posts: 0, events: 0, attendance: 0, median_reply_hours: null });
    onCall(getInsights, () => yes(getInsights, nothing));
    open('?days=nonsense');
    expect(await screen.findByText('1 member now. Nobody joined in this period.')).toBeDefined();
    expect(screen.getByText('No posts in this period.')).toBeDefined();
    expect(screen.getByText('No events took place in this period. Nobody attended.')).toBeDefined();
    expect(asked()).toEqual(['30']);
    await chooseLanguage('ar');
    expect(await screen.findByText('لم تُقم أي فعالية في هذه المدة. لم يحضر أحد.')).toBeDefined();
    await chooseLanguage('en');
  });

  it('refetch once for many changes of this society, never for those of another', async () => {
    open();
    await screen.findByRole('figure', { name: 'Posts' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const counts = (society_id: string, rev: number) =>
      arrives(societyCounts, { society_id, Member_Count: 40 + rev, Event_Count: 0, Post_Count: 0, rev });
    counts(aSociety().ID, 50);
    vi.advanceTimersByTime(6000);
    const before = asked().length;
    counts(society.ID, 51);
    counts(society.ID, 52);
    vi.advanceTimersByTime(6000);
    vi.useRealTimers();
    await waitFor(() => expect(asked()).toHaveLength(2));
    expect(before).toBe(1);
  });

  it('say who came, who did not and who gave up, where there was check-in', async () => {
    onCall(getInsights, () => yes(getInsights, figuresOf(7, { came: 40, no_shows: 1, cancellations: 3 })));
    open('?days=7');
    const attended = within(await screen.findByRole('figure', { name: 'Attendance at events' }));
    expect(attended.getByText(/40 people came\. 1 person with a seat did not come\. 3 people gave up their place\./)).toBeDefined();
  });

  it('have the feedback after each event, and say where too few people answered', async () => {
    const rated = { event_id: aSociety().ID, title: 'Open lab', date: '2026-10-02', answers: 12, average: 4.5 };
    const hidden = { event_id: aSociety().ID, title: 'Walk', date: '2026-10-01', answers: null, average: null };
    onCall(getInsights, () => yes(getInsights, figuresOf(7, { feedback: [rated, hidden] })));
    open('?days=7');
    const table = within(await screen.findByRole('region', { name: 'Feedback after events' }));
    expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'EventAverageAnswers',
      'Open labFriday, October 2, 20264.512',
      'WalkThursday, October 1, 2026Shown once five people have answered.',
    ]);
  });

  it('show a failure in place, and can retry', async () => {
    onCall(getInsights, () => no(500, 'internal', 'Boom'));
    const { user } = open();
    await screen.findByText('The insights did not load');
    onCall(getInsights, () => yes(getInsights, figuresOf(30)));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('figure', { name: 'Posts' })).toBeDefined();
  });

  it.each([
    ['a member', asMember(society)],
    ['a moderator', asMember(society, 'moderator')],
    ['an outsider', society],
  ])('are denied to %s without a request', async (_who, served) => {
    serve(served);
    open();
    expect(await screen.findByText('Only admins see insights')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Back to the society' }).getAttribute('href')).toBe(`/societies/${society.ID}`);
    expect(asked()).toEqual([]);
  });
});

describe('insights by week', () => {
  it('cover every day: sums are added, members are those of the last day, the last week is complete', () => {
    const weeks = periodsOf(figuresOf(90).series);
    expect(weeks).toHaveLength(13);
    expect(weeks.at(0)).toEqual({ date: dayOf(0), members: 45, posts: 15, attendance: 3 });
    expect(weeks.at(-1)).toEqual({ date: dayOf(83), members: 129, posts: 83 + 84 + 85 + 86 + 87 + 88 + 89, attendance: 4 });
  });
});
