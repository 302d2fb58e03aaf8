import { expect, it } from 'vitest';
import { withFirstDrawings } from './drawings';

const drawn = '<span class="art-drawn"><svg viewBox="0 0 1 1"><path d="M0 0"></path></svg></span>';
const icon = '<svg class="icon"></svg>';
const count = (body: string): number => body.split('<path').length - 1;

it('a rendered page has the drawings of its first screens, all boxes and all icons', () => {
  const body = (drawn + icon).repeat(40);
  for (const [isWide, most] of [
    [false, 10],
    [true, 24],
  ] as const) {
    const sent = withFirstDrawings(body, isWide);
    expect(count(sent)).toBe(most);
    expect(sent.split('<span class="art-drawn">')).toHaveLength(41);
    expect(sent.split(icon)).toHaveLength(41);
  }
  expect(withFirstDrawings(drawn.repeat(3), false)).toBe(drawn.repeat(3));
});
