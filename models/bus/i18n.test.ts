import { describe, expect, it } from 'vitest';
import { notificationTypes } from '#models/contract/notifications';
import { recommendation } from '#models/contract/recommendations';
import cardsAr from '#texts/ar/cards.json' with { type: 'json' };
import mailsAr from '#texts/ar/mails.json' with { type: 'json' };
import notificationsAr from '#texts/ar/notifications.json' with { type: 'json' };
import cardsEn from '#texts/en/cards.json' with { type: 'json' };
import mailsEn from '#texts/en/mails.json' with { type: 'json' };
import notificationsEn from '#texts/en/notifications.json' with { type: 'json' };
import { actionWords, notificationWords, reasonWords, text } from './i18n.js';

const liked = (names: string[], count = names.length) => ({
  type: 'post_liked' as const,
  params: { excerpt: 'Hello' },
  actors: names.map((Name) => ({ Name })),
  count,
  times: count,
});

it.each([
  [['Lina'], 1, 'Lina liked your post: “Hello”'],
  [['Lina', 'Omar'], 2, 'Lina and 1 other liked your post: “Hello”'],
  [['Lina', 'Omar', 'Sara'], 5, 'Lina and 4 others liked your post: “Hello”'],
])('notification title groups %s of %d people', (names, count, message) => {
  expect(notificationWords(liked(names, count))).toEqual({ title: count > 1 ? 'New likes' : 'New like', message });
});

it.each([
  [1, 'نال منشورك إعجاب لينا: «Hello»'],
  [2, 'نال منشورك إعجاب لينا وشخص آخر: «Hello»'],
  [3, 'نال منشورك إعجاب لينا وشخصين آخرين: «Hello»'],
  [5, 'نال منشورك إعجاب لينا و4 أشخاص آخرين: «Hello»'],
  [12, 'نال منشورك إعجاب لينا و11 شخصًا آخر: «Hello»'],
  [101, 'نال منشورك إعجاب لينا و100 شخص آخر: «Hello»'],
])('Arabic title uses the plural form of %d people', (count, message) => {
  expect(notificationWords(liked(['لينا'], count), 'ar').message).toBe(message);
});

it.each(notificationTypes)('notification type %s has texts in both languages for every placeholder', { tags: ['generated'] }, (type) => {
  const params = { excerpt: 'e', society: 's', title: 't', reason: 'r', subject: 'b' };
  for (const locale of ['en', 'ar'] as const) {
    const { title, message } = notificationWords({ type, params, actors: [{ Name: 'n' }], count: 1, times: 1 }, locale);
    expect(title).not.toBe('');
    expect(message).not.toMatch(/^$|\{\{/);
  }
});

it.each([
  ['event_created', 3, 3, '3 new events in Chess', 'By Dana and 2 others. Latest: “Blitz”'],
  ['event_created', 1, 2, '2 new events in Chess', 'By Dana. Latest: “Blitz”'],
  ['event_created', 1, 1, 'New event in Chess', 'Dana planned “Blitz”'],
  ['post_created', 2, 5, '5 new posts in Chess', 'By Dana and 1 other. Latest: “Hello”'],
  ['post_commented', 2, 3, '3 new comments', 'Dana and 1 other commented on your post. Latest: “Hello”'],
  ['comment_answered', 1, 2, '2 new comments', 'Dana also commented. Latest: “Hello”'],
] as const)('message of %s by %d people, %d times, describes only what they share', (type, count, times, title, message) => {
  const params = { society: 'Chess', title: 'Blitz', excerpt: 'Hello' };
  expect(notificationWords({ type, params, actors: [{ Name: 'Dana' }], count, times })).toEqual({ title, message });
});

it.each([
  [2, 'فعاليتان جديدتان في Chess'],
  [3, '3 فعاليات جديدة في Chess'],
  [11, '11 فعالية جديدة في Chess'],
])('Arabic title uses the plural form of %d new events', (times, title) => {
  const params = { society: 'Chess', title: 'Blitz' };
  const parts = { type: 'event_created' as const, params, actors: [{ Name: 'دانة' }], count: 3, times };
  expect(notificationWords(parts, 'ar')).toEqual({ title, message: 'من دانة وشخصين آخرين. الأحدث: «Blitz»' });
});

it.each([
  ['en', '“Night walk” starts at 5:30 PM on Thursday, November 26.'],
  ['ar', 'تبدأ فعالية «Night walk» الساعة 5:30 م يوم الخميس، 26 تشرين الثاني.'],
] as const)('a notification in %s has dates and times as people write them', (locale, message) => {
  const params = { title: 'Night walk', date: '2026-11-26', time: '17:30' };
  const words = notificationWords({ type: 'event_reminder', params, actors: [], count: 0, times: 0 }, locale);
  expect(words.message.replace('\u202f', ' ')).toBe(message);
});

it('a rejection notification contains the reason', () => {
  const parts = { type: 'request_rejected' as const, params: { society: 'Chess', reason: 'full' }, actors: [], count: 1, times: 1 };
  expect(notificationWords(parts).message).toBe('Your request to join Chess was rejected: full');
});

it.each(recommendation.shape.reason_code.options)(
  'recommendation reason %s has texts in both languages for every placeholder',
  { tags: ['generated'] },
  (code) => {
    for (const locale of ['en', 'ar'] as const)
      expect(reasonWords(code, { count: '3', category: 'Arts', society: 'Chess' }, locale)).not.toMatch(/^$|\{\{/);
  },
);

it('a recommendation reason uses the right plural form', () => {
  expect(reasonWords('shared_members', { count: '1' })).toBe('1 person from your societies is a member');
  expect(reasonWords('shared_members', { count: '7' })).toBe('7 people from your societies are members');
  expect(reasonWords('follows_go', { count: '2' }, 'ar')).toBe('سيحضر شخصان تتابعهما');
  expect(actionWords('post.created')).toBe('posted in');
  expect(actionWords('post.created', 20)).toBe('posted 20 times in');
  expect(actionWords('comment.created', 2, 'ar')).toBe('أُضيف تعليقان في');
  expect(actionWords('comment.created', 11, 'ar')).toBe('أُضيف 11 تعليقًا في');
});

describe.each([
  ['en', { notifications: notificationsEn, cards: cardsEn, mails: mailsEn }],
  ['ar', { notifications: notificationsAr, cards: cardsAr, mails: mailsAr }],
] as const)('each text in %s', (locale, areas) => {
  /** Every text by its path, as it is in the files. */
  const flatten = (node: unknown, path = ''): [string, string][] =>
    typeof node === 'string'
      ? [[path, node]]
      : Object.entries(node as object).flatMap(([key, child]) => flatten(child, path ? `${path}.${key}` : key));
  const texts = new Map(flatten(areas));
  const plural = new Intl.PluralRules(locale);
  /** Values that must be taken as they are. */
  const vars = {
    who: 'Lina',
    name: '{{who}}',
    society: '$t(mails.footer)',
    title: "$& $1 $$ $'",
    excerpt: '<b>&amp;</b>',
    content: 'a\nb',
    n: 7,
  };
  const paths = [...new Set([...texts.keys()].map((path) => path.replace(/_(zero|one|two|few|many|other)$/, '')))];
  const filled = (template: string | undefined, values: Record<string, string | number>) =>
    template?.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => String(values[name] ?? ''));

  it.each([0, 1, 2, 3, 10, 11, 100, 101])('has the plural form of %d and every value as it is', (count) => {
    const values = { ...vars, count };
    const expected = paths.map((path) => [path, filled(texts.get(`${path}_${plural.select(count)}`) ?? texts.get(path), values)]);
    expect(paths.map((path) => [path, text(locale, path, values)])).toEqual(expected);
  });

  it('has its values where there is no count', () => {
    const expected = paths.map((path) => [path, filled(texts.get(path), vars)]);
    expect(paths.map((path) => [path, text(locale, path, vars)])).toEqual(expected);
  });

  it('is undefined where it is missing', () => {
    expect(text(locale, 'mails.no.such', {})).toBeUndefined();
    expect(text(locale, 'mails.no.such', { count: 2 })).toBeUndefined();
  });
});

it('a value named like an option of i18next is only a value', () => {
  const values = { who: 'Lina', excerpt: 'Hi', lng: 'ar', ns: 'mails', context: 'male', defaultValue: 'other', ordinal: 'true' };
  expect(text('en', 'notifications.types.post_liked.message', values)).toBe('Lina liked your post: “Hi”');
});
