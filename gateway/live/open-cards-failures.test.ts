import { expect, it } from 'vitest';
import type { Hub } from './hub.js';
import { OpenCards, openCardsTiming } from './open-cards.js';

it('looks that fail are logged from the third in a row on, once', async () => {
  const outcomes = [false, false, true, false, false, false, false];
  let looks = 0;
  const screenUsers = () => {
    const isDone = outcomes[looks++] ?? true;
    if (!isDone) throw new Error('A command timed out.');
    return new Set<string>();
  };
  const logged: [event: string, look: number][] = [];
  const timing = { ...openCardsTiming, everyMs: 1, agesEveryMs: 3_600_000 };
  const cards = new OpenCards({ screenUsers } as unknown as Hub, timing, (event) => logged.push([event, looks]));
  await expect.poll(() => looks).toBeGreaterThan(outcomes.length);
  await cards.close();
  expect(logged).toEqual([['live.cards look failed', 6]]);
});
