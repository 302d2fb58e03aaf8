import { screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getNotifications, getUnreadCount } from '#models/contract/notifications';
import { getTrendingPosts } from '#models/contract/trending';
import { Wizard } from '@/components/wizard';
import { LegalFrame } from '@/features/about/legal-frame';
import { NotificationsCard } from '@/features/notifications/notifications-card';
import { TrendingCard } from '@/features/trending/trending-card';
import { TrendingList } from '@/features/trending/trending-list';
import { chooseDigits, chooseLanguage, i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { Bell } from '@/shell/bell';
import { setUnread } from '@/sync/unread';
import { onCall, yes } from './fake-server';
import { aNotification, aPost, aUser } from './fixtures';
import { show } from './render';

const step = { title: 'أ', content: null, validate: () => true };
const wizard = (
  <Wizard
    title="أ"
    steps={[step, { ...step, title: 'ب' }]}
    step={0}
    onStep={() => {}}
    cancelTo="/"
    submitLabel="أ"
    busyLabel="أ"
    busy={false}
    onSubmit={() => {}}
  />
);
const sections = [{ id: 'a', title: 'أ', text: 'أ' }];
const legal = <LegalFrame title="أ" lead="أ" contents="أ" back="أ" sections={sections} links={[]} />;

beforeAll(() => i18n.loadNamespaces(['cards', 'notifications', 'shell']));
beforeEach(async () => {
  await chooseLanguage('ar');
  await chooseDigits('arab');
  useSession.setState({ status: 'in', user: aUser() });
  setUnread(3);
  onCall(getUnreadCount, () => yes(getUnreadCount, 3));
  onCall(getNotifications, () => yes(getNotifications, [aNotification()], { next: null, counts: { unread: 3, total: 1 } }));
  const trend = { ...aPost({ Likes: 5, CommentsCount: 5 }), title: 'أ', score: 5 };
  onCall(getTrendingPosts, () => yes(getTrendingPosts, [trend], { next: null }));
});
afterEach(async () => {
  await chooseDigits('latn');
  await chooseLanguage('en');
});

describe('numbers outside of sentences', () => {
  it.each([
    ['the steps of a wizard', wizard, '٢'],
    ['the sections of a legal text', legal, '١. أ'],
    ['the unread count of the notifications card', <NotificationsCard key="card" />, '٣'],
    ['the unread count of the bell', <Bell key="bell" />, '٣'],
    ['the ranks of the trending card', <TrendingCard key="ranks" />, '١'],
    ['the ranks of the trending page', <TrendingList key="list" />, '١'],
  ])('are in the chosen digits: %s', async (_what, content, number) => {
    show(content);
    expect(await screen.findByText(number)).toBeDefined();
  });
});
