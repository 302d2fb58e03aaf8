import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { roomOf } from '#models/contract/rooms';
import {
  getAllSocieties,
  getStatistics,
  type Society,
  societyCounts,
  societyCreated,
  societyRemoved,
  societyUpdated,
  societyVisibility,
} from '#models/contract/societies';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import SocietiesPage from '@/pages/societies-page';
import { deferred } from '@/testing/deferred';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, comesIntoView, connectSocket, joined, watchView } from '@/testing/fake-socket';
import { aSociety, aUser } from '@/testing/fixtures';
import { refetchAll } from '@/testing/refetch';
import { show } from '@/testing/render';
import { asMember, sharedSocietyOf } from '@/testing/society-fixtures';
import './membership.live';
import './societies.live';

const hikers = aSociety({ Name: 'Wadi Hikers', Category: 'Environmental', Member_Count: 388, Week_Growth: 31, rev: 5 });
const chess = aSociety({ Name: 'Chess Corner', Category: 'Gaming', Member_Count: 88 });
const figures = {
  total_societies: 27,
  total_members: 1284,
  avg_members: 47.6,
  categories: 9,
  top_categories: [
    { category: 'Technology', count: 7 },
    { category: 'Gaming', count: 5 },
    { category: 'Science', count: 4 },
    { category: 'Social', count: 1 },
  ],
  tied_categories: 2,
  most_active: [hikers, chess, aSociety({ Name: 'Lens' }), aSociety({ Name: 'Fourth' })].map(
    ({ ID, Name, Category, Image, Member_Count }) => ({
      ID,
      Name,
      Category,
      Image,
      Member_Count,
    }),
  ),
};

const serve = (found: Society[], next: string | null = null) => onCall(getAllSocieties, () => yes(getAllSocieties, found, { next }));
const asked = () => requests.filter(({ path }) => path === getAllSocieties.path);
const names = () => screen.queryAllByRole('article').map((card) => within(card).getByRole('heading').textContent);

function Page() {
  return <SocietiesPage />;
}
const open = (at = '/societies') => show(<Page />, { at });

beforeAll(async () => {
  await i18n.loadNamespaces(['societies']);
  await connectSocket();
});
beforeEach(() => {
  useSession.setState({ status: 'out', user: null });
  serve([hikers, chess]);
  onCall(getStatistics, () => yes(getStatistics, figures));
});

describe('discovery', () => {
  it('shows six skeletons while loading', async () => {
    const answer = deferred<ReturnType<typeof yes>>();
    onCall(getAllSocieties, () => answer.promise);
    const { container } = open();
    await waitFor(() => expect(container.querySelectorAll('.mantine-Skeleton-root').length).toBeGreaterThanOrEqual(30));
    answer.give(yes(getAllSocieties, [hikers], { next: null }));
    await screen.findByText('Wadi Hikers', { selector: 'h2 *' });
  });

  it('shows each society with category, members and description, linked to its page', async () => {
    open();
    const card = (await screen.findAllByRole('article'))[0]!;
    expect(within(card).getByRole('link', { name: 'Wadi Hikers' }).getAttribute('href')).toBe(`/societies/${hikers.ID}`);
    for (const text of ['Environmental', '388', 'We build things that move.', '+31 this week']) {
      expect(within(card).getByText(text)).toBeDefined();
    }
    expect(names()).toEqual(['Wadi Hikers', 'Chess Corner']);
  });

  it("shows the viewer's role in own societies", async () => {
    serve([asMember(hikers), asMember(chess, 'admin'), asMember(aSociety(), 'moderator')]);
    open();
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(3));
    const cards = screen.getAllByRole('article');
    expect(within(cards[0]!).getByText('Member')).toBeDefined();
    expect(within(cards[1]!).getByText('Manager')).toBeDefined();
    expect(within(cards[2]!).getByText('Moderator')).toBeDefined();
  });

  it('shows an empty state', async () => {
    serve([]);
    open();
    expect(await screen.findByText('No societies available. Check back later or create a new society.')).toBeDefined();
  });

  it('loads the next page by cursor at the end of the list, without duplicates', async () => {
    watchView();
    onCall(getAllSocieties, ({ query }) =>
      query.get('cursor')
        ? yes(getAllSocieties, [hikers, aSociety({ Name: 'Lens' })], { next: null })
        : yes(getAllSocieties, [hikers, chess], { next: 'more' }),
    );
    open();
    await screen.findAllByRole('article');
    comesIntoView();
    await waitFor(() => expect(names()).toEqual(['Wadi Hikers', 'Chess Corner', 'Lens']));
    expect(asked().at(-1)?.query.get('cursor')).toBe('more');
  });

  it('leaves the list in place when the next page fails, and can retry', async () => {
    watchView();
    onCall(getAllSocieties, ({ query }) =>
      query.get('cursor') ? no(500, 'internal', 'Boom') : yes(getAllSocieties, [hikers], { next: 'more' }),
    );
    const { user } = open();
    await screen.findAllByRole('article');
    comesIntoView();
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(names()).toEqual(['Wadi Hikers']);
    onCall(getAllSocieties, () => yes(getAllSocieties, [chess], { next: null }));
    await user.click(again);
    await waitFor(() => expect(names()).toContain('Chess Corner'));
  });

  it.each([
    ['500', no(500, 'internal', 'Boom')],
    ['400', no(400, 'validation_failed', 'Some fields are not valid.')],
    ['429', no(429, 'too_many_requests', 'Too many requests. Please try again later.')],
  ])('shows %s in place, and can retry', async (_name, reply) => {
    onCall(getAllSocieties, () => reply);
    const { user } = open();
    expect(await screen.findByText('The societies did not load')).toBeDefined();
    serve([chess]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(names()).toEqual(['Chess Corner']));
  });

  it('is shown in Arabic', async () => {
    await chooseLanguage('ar');
    open();
    const card = (await screen.findAllByRole('article'))[0]!;
    expect(within(card).getByText('بيئي')).toBeDefined();
    expect(within(card).getByText('عضوًا')).toBeDefined();
  });
});

describe('search and filter of discovery', () => {
  it('searches after a pause in typing, and stores the text in the URL', async () => {
    const { user, place } = open();
    await user.type(screen.getByRole('searchbox', { name: 'Search societies' }), ' hikers ');
    await waitFor(() => expect(asked().at(-1)?.query.get('q')).toBe('hikers'));
    expect(asked()).toHaveLength(2);
    await waitFor(() => expect(place()).toBe('/societies?q=hikers'));
  });

  it('filters by category, and resets to all', async () => {
    const { user, place } = open();
    await user.click(screen.getByRole('button', { name: 'Arts & Culture' }));
    await waitFor(() => expect(asked().at(-1)?.query.get('category')).toBe('Arts & Culture'));
    expect(screen.getByRole('button', { name: 'Arts & Culture' }).getAttribute('aria-pressed')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'All' }));
    await waitFor(() => expect(place()).toBe('/societies'));
  });

  it('filters by trending with the switch', async () => {
    const { user, place } = open();
    const quick = within(screen.getByRole('navigation', { name: 'Quick Actions' }));
    await user.click(quick.getByRole('link', { name: 'Trending' }));
    expect(place()).toBe('/societies?filter=trending');
    await waitFor(() => expect(asked().at(-1)?.query.get('filter')).toBe('trending'));
    expect(quick.getByRole('link', { name: 'Trending' }).getAttribute('aria-current')).toBe('true');
  });

  it('reads the filter from the URL, and ignores an unknown category', async () => {
    open('/societies?filter=trending&q=chess&category=Nonsense');
    await screen.findAllByRole('article');
    expect(Object.fromEntries(asked()[0]?.query ?? [])).toEqual({ limit: '20', q: 'chess', filter: 'trending' });
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('chess');
  });

  it('offers to show all if nothing matches', async () => {
    onCall(getAllSocieties, ({ query }) => yes(getAllSocieties, query.get('q') ? [] : [chess], { next: null }));
    const { user, place } = open('/societies?q=zzz');
    await user.click(await screen.findByRole('button', { name: 'Show all societies' }));
    await waitFor(() => expect(names()).toEqual(['Chess Corner']));
    expect(place()).toBe('/societies');
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
  });
});

describe('community statistics', () => {
  const panel = async (name: string) => within(await screen.findByRole('region', { name }));

  it('show four totals, rounded and with separators', async () => {
    open();
    await screen.findByText('1,284');
    expect(screen.getByRole('region', { name: 'The community' }).textContent).toBe(
      'The communityTotal Societies27Total Members1,284Avg Members48Categories9',
    );
  });

  it('show the three most active societies with links, and three categories', async () => {
    open();
    const links = (await panel('Most Active')).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual(['Wadi Hikers', 'Chess Corner', 'Lens']);
    const categories = (await panel('Top Categories')).getAllByRole('listitem');
    expect(categories.map((item) => item.textContent)).toEqual(['Technology7', 'Gaming5', 'Science4']);
    // Width of each bar: the category's share of all 27 societies.
    const widths = categories.map((item) => Number.parseFloat(item.querySelector<HTMLElement>('[style]')?.style.inlineSize ?? ''));
    expect(widths.map(Math.round)).toEqual([26, 19, 15]);
    expect((await panel('Top Categories')).getByText('2 other categories have as many societies.')).toBeDefined();
    expect((await panel('Most Active')).getByText('By members')).toBeDefined();
  });

  it('are replaced above the list by the number of loaded results while searching', async () => {
    const found = [hikers, chess];
    onCall(getAllSocieties, ({ query }) => yes(getAllSocieties, found, { next: query.get('q') === 'many' ? 'more' : null }));
    const { user } = open();
    expect(await screen.findByText(/^27 societies/)).toBeDefined();
    await user.type(screen.getByRole('searchbox'), 'c');
    expect(await screen.findByText('2 societies found')).toBeDefined();
    await user.clear(screen.getByRole('searchbox'));
    await user.type(screen.getByRole('searchbox'), 'many');
    expect(await screen.findByText('2+ societies found')).toBeDefined();
  });

  it('fail apart from the list, and can retry', async () => {
    onCall(getStatistics, () => no(500, 'internal', 'Boom'));
    const { user } = open();
    await screen.findAllByRole('article');
    onCall(getStatistics, () => yes(getStatistics, figures));
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect((await panel('The community')).getByText('1,284')).toBeDefined();
  });
});

describe('live updates of discovery', () => {
  const counts = (rev: number, Member_Count: number) => ({ society_id: hikers.ID, Member_Count, Event_Count: 3, Post_Count: 40, rev });
  const members = () => within(screen.getAllByRole('article')[0]!).queryByText(/^\d+$/)?.textContent;

  it('join the room of listed societies', async () => {
    open();
    await screen.findAllByRole('article');
    expect(joined.flatMap(({ rooms }) => rooms)).toContain(roomOf('societies'));
  });

  it('apply counts like a refetch; repeated and stale messages are ignored', async () => {
    open();
    await screen.findAllByRole('article');
    arrives(societyCounts, counts(6, 389));
    expect(members()).toBe('389');
    arrives(societyCounts, counts(6, 389));
    arrives(societyCounts, counts(4, 387));
    expect(members()).toBe('389');
    serve([{ ...hikers, Member_Count: 389, rev: 6 }, chess]);
    await refetchAll();
    expect(members()).toBe('389');
  });

  it("apply admins' changes like a refetch; repeated and stale messages are ignored", async () => {
    open();
    await screen.findAllByRole('article');
    const renamed = { ...hikers, Name: 'Wadi Walkers', version: hikers.version + 1 };
    arrives(societyUpdated, sharedSocietyOf(renamed));
    arrives(societyUpdated, sharedSocietyOf(renamed));
    arrives(societyUpdated, sharedSocietyOf(hikers));
    expect(names()).toEqual(['Wadi Walkers', 'Chess Corner']);
    serve([renamed, chess]);
    await refetchAll();
    expect(names()).toEqual(['Wadi Walkers', 'Chess Corner']);
  });

  it("refetch the list when a society's visibility changes", async () => {
    open();
    await screen.findAllByRole('article');
    serve([chess]);
    arrives(societyVisibility, { society_id: hikers.ID, visibility: 'invite-only', eventsVisible: true });
    await waitFor(() => expect(names()).toEqual(['Chess Corner']));
    serve([hikers, chess]);
    arrives(societyVisibility, { society_id: hikers.ID, visibility: 'private', eventsVisible: true });
    await waitFor(() => expect(names()).toEqual(['Wadi Hikers', 'Chess Corner']));
  });

  it('remove a deleted society like a refetch; a repeated message is ignored', async () => {
    open();
    await screen.findAllByRole('article');
    serve([chess]);
    arrives(societyRemoved, { society_id: hikers.ID });
    expect(names()).toEqual(['Chess Corner']);
    arrives(societyRemoved, { society_id: hikers.ID });
    await refetchAll();
    expect(names()).toEqual(['Chess Corner']);
  });

  it('win over the counts of an answer that was requested earlier', async () => {
    const answer = deferred<ReturnType<typeof yes>>();
    open();
    await screen.findAllByRole('article');
    onCall(getAllSocieties, () => answer.promise);
    const done = refetchAll();
    arrives(societyCounts, counts(6, 389));
    answer.give(yes(getAllSocieties, [hikers, chess], { next: null }));
    await done;
    expect(members()).toBe('389');
  });

  it('ignore counts of a society that is not loaded', async () => {
    open();
    await screen.findAllByRole('article');
    arrives(societyCounts, { ...counts(1, 1), society_id: aSociety().ID });
    expect(names()).toHaveLength(2);
  });

  it('refetch the statistics once, after a delay, when member counts change', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    open();
    await screen.findAllByRole('article');
    const asks = () => requests.filter(({ path }) => path === getStatistics.path).length;
    await waitFor(() => expect(asks()).toBe(1));
    arrives(societyCounts, counts(6, 389));
    arrives(societyCounts, counts(7, 390));
    await act(() => vi.advanceTimersByTimeAsync(6500));
    expect(asks()).toBe(2);
    arrives(societyCounts, { ...counts(8, 390), Post_Count: 41 });
    await act(() => vi.advanceTimersByTimeAsync(6500));
    expect(asks()).toBe(2);
    vi.useRealTimers();
  });

  it('show a new society once, at its place in the list', async () => {
    open();
    await screen.findAllByRole('article');
    const lens = aSociety({ Name: 'Lens', Member_Count: 1 });
    serve([hikers, chess, lens]);
    arrives(societyCreated, sharedSocietyOf(lens));
    await waitFor(() => expect(names()).toEqual(['Wadi Hikers', 'Chess Corner', 'Lens']));
    arrives(societyCreated, sharedSocietyOf(lens));
    await refetchAll();
    expect(names()).toEqual(['Wadi Hikers', 'Chess Corner', 'Lens']);
  });

  it('do not lose a society created while the list is loading', async () => {
    const first = deferred<ReturnType<typeof yes>>();
    onCall(getAllSocieties, () => first.promise);
    open();
    await waitFor(() => expect(asked()).toHaveLength(1));
    const lens = aSociety({ Name: 'Lens' });
    serve([hikers, lens]);
    arrives(societyCreated, sharedSocietyOf(lens));
    first.give(yes(getAllSocieties, [hikers], { next: null }));
    await waitFor(() => expect(names()).toEqual(['Wadi Hikers', 'Lens']));
  });

  it('leave the list in place when a refetch fails', async () => {
    useSession.setState({ status: 'in', user: aUser() });
    open();
    await screen.findAllByRole('article');
    onCall(getAllSocieties, () => no(500, 'internal', 'Boom'));
    await refetchAll();
    expect(names()).toEqual(['Wadi Hikers', 'Chess Corner']);
  });
});
