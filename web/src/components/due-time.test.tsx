import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { getContact } from '#models/contract/support';
import { chooseLanguage } from '@/lib/i18n';
import { onCall, yes } from '@/testing/fake-server';
import { show } from '@/testing/render';
import { DueTime } from './due-time';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-26T12:59:00Z'), toFake: ['Date'] });
  onCall(getContact, () => yes(getContact, { email: 'support@uni.example', time_zone: 'Asia/Amman' }));
  return () => {
    vi.useRealTimers();
    return chooseLanguage('en');
  };
});

it.each([
  ['en', '2026-11-29T12:59:00Z', 'Reply by Sunday 3:59 PM'],
  ['en', '2026-11-26T07:40:00Z', 'Overdue since Thursday 10:40 AM'],
  ['en', '2026-11-16T07:40:00Z', 'Overdue since Monday, November 16 10:40 AM'],
  ['ar', '2026-11-29T12:59:00Z', 'موعد الرد: الأحد 3:59 م'],
  ['ar', '2026-11-26T07:40:00Z', 'انقضت المهلة الخميس 10:40 ص'],
] as const)('the due time in %s of %s is %s', async (language, time, expected) => {
  await chooseLanguage(language);
  show(<DueTime time={time} />);
  expect((await screen.findByText(expected)).tagName).toBe('TIME');
});

it('what is answered has no due time', async () => {
  const { container } = show(<DueTime time={null} />);
  expect(container.querySelector('time')).toBeNull();
});
