import { describe, expect, it } from 'vitest';
import { matcherOf } from './search.text.js';

interface Doc {
  text: string;
}
const docsOf = (...texts: string[]): Doc[] => texts.map((text) => ({ text }));
const match = matcherOf<Doc>(({ text }) => text);
const found = (list: readonly Doc[], q: string): string[] => match(list, q).map(({ text }) => text);

describe('documents of a list that contain a query', () => {
  it('come in the order of the list, each once', () => {
    expect(found(docsOf('robot robot', 'none', 'a robot', 'robots'), 'robot')).toEqual(['robot robot', 'a robot', 'robots']);
  });

  it('are not found by a query that would match across two of them', () => {
    expect(found(docsOf('ab', 'cd', ''), 'bc')).toEqual([]);
    expect(found(docsOf('ab', 'b'), 'b')).toEqual(['ab', 'b']);
  });

  it('may be the first, the last, and next to empty ones', () => {
    expect(found(docsOf('x', '', '', 'y', 'x'), 'x')).toEqual(['x', 'x']);
    expect(found(docsOf('', 'x', ''), 'x')).toEqual(['x']);
    expect(found([], 'x')).toEqual([]);
  });

  it('are found in both scripts, also beyond the basic plane', () => {
    expect(found(docsOf('نادي الروبوت', '🤖 club', 'chess'), 'الروبوت')).toEqual(['نادي الروبوت']);
    expect(found(docsOf('نادي الروبوت', '🤖 club', 'chess'), 'club')).toEqual(['🤖 club']);
  });

  it('are those that a search of each document finds, for random texts', () => {
    const letters = 'ab ';
    const random = (length: number): string => Array.from({ length }, () => letters[Math.floor(Math.random() * 3)]).join('');
    for (let round = 0; round < 200; round++) {
      const list = docsOf(...Array.from({ length: 12 }, () => random(Math.floor(Math.random() * 8))));
      const q = random(1 + Math.floor(Math.random() * 3));
      expect(match(list, q), JSON.stringify([q, list])).toEqual(list.filter(({ text }) => text.includes(q)));
    }
  });
});
