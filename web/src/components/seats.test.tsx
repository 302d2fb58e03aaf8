import { render, screen } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { show } from '@/testing/render';
import { DateStub } from './date-stub';
import { useEventCategoryName, useTagName } from './event-names';
import { Seats } from './seats';

beforeAll(() => i18n.loadNamespaces('events'));
const event = { seats_left: 31, Max_Attendees: 50, attendees: 19, Status: 'upcoming', Phase: 'upcoming' } as const;

describe('seats', () => {
  it.each([
    [{}, '31 seats left', 'ok'],
    [{ seats_left: 13 }, '13 seats left', 'ok'],
    [{ seats_left: 12 }, '12 seats left', 'few'],
    [{ seats_left: 1 }, 'Last seat', 'few'],
    [{ seats_left: 0 }, 'Full · waiting list', 'full'],
  ] as const)('%o read %s', (over, text, tone) => {
    show(<Seats {...event} {...over} />);
    const seats = screen.getByTitle('19/50');
    expect([seats.textContent, seats.dataset.tone]).toEqual([text, tone]);
  });

  it.each([
    ['without a limit', { seats_left: null, Max_Attendees: null }],
    ['once it has ended', { Phase: 'ended' }],
    ['when it was called off', { Status: 'cancelled' }],
  ] as const)('are hidden %s', (_name, over) => {
    show(<Seats {...event} {...over} />);
    expect(screen.queryByTitle('19/50')).toBeNull();
  });

  it('use the Arabic plural forms', async () => {
    await chooseLanguage('ar');
    for (const seats_left of [1, 2, 3, 11]) render(<Seats {...event} seats_left={seats_left} />);
    expect(screen.getAllByTitle('19/50').map(({ textContent }) => textContent)).toEqual([
      'آخر مقعد',
      'مقعدان متبقّيان',
      '3 مقاعد متبقّية',
      '11 مقعدًا متبقّيًا',
    ]);
  });
});

describe('a date stub', () => {
  it('has weekday, day and month', () => {
    show(<DateStub date="2026-11-26" />);
    expect(screen.getByText('26').closest('time')?.textContent).toBe('Thu26Nov');
  });

  it('shows a text for a missing or unreadable date', () => {
    show(
      <>
        <DateStub date="someday" />
        <DateStub date={null} />
      </>,
    );
    screen.getByText('Invalid Date');
    screen.getByText('TBD');
  });
});

function Words() {
  const [category, tag] = [useEventCategoryName(), useTagName()];
  return <p>{[category('Panel Discussion'), category('Chess'), tag('Open to all'), tag('robots')].join(', ')}</p>;
}

it('categories and tags are translated, unknown ones stay unchanged', async () => {
  show(<Words />);
  screen.getByText('Panel Discussion, Chess, Open to all, robots');
  await chooseLanguage('ar');
  await screen.findByText('حلقة نقاش, Chess, متاحة للجميع, robots');
});
