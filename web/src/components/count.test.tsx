import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { show } from '@/testing/render';
import { Count } from './count';
import { Counters } from './counters';

describe('Count', () => {
  it.each([
    ['is announced as loading, and no 0, until it is known', undefined, false, 'Loading'],
    ['is a dash, and no 0, where it did not come', undefined, true, 'This did not load–'],
    ['is shown once it is known', 1204, false, '1,204'],
    ['is shown where a later answer did not come', 7, true, '7'],
    ['is a 0 only where nothing was counted', 0, false, '0'],
  ])('%s', (_name, value, isFailed, text) => {
    show(
      <p data-testid="count">
        <Count value={value} isFailed={isFailed} />
      </p>,
    );
    expect(screen.getByTestId('count').textContent).toBe(text);
  });
});

it('counters show their labels before their numbers are loaded', () => {
  show(<Counters isFailed counters={[{ label: 'Members', value: undefined, tone: 'live' }]} />);
  expect(screen.getByRole('term').textContent).toBe('Members');
  expect(screen.getByRole('definition').textContent).toBe('This did not load–');
});
