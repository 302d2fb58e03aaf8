import { at, hash } from '#models/art/random';
import { circle, rect } from '#models/art/shapes';

const PEOPLE: readonly (readonly [ground: string, shape: string, ink: string])[] = [
  ['#DDEFE2', '#BFE0CB', '#0B4A37'],
  ['#FBE3DA', '#F6CBBB', '#7A2A14'],
  ['#FCEBC8', '#F8D994', '#6B4300'],
  ['#E5E0F6', '#CDC3EE', '#3A2778'],
  ['#D9EEF3', '#B4DEE8', '#0A4B5F'],
  ['#FBDFE6', '#F5BFCD', '#86163A'],
  ['#E9EFC6', '#D6E197', '#434F0B'],
  ['#DEE6F5', '#BFCFEC', '#20365F'],
];

/** Two letters in Latin; one in Arabic, where two would join into a word. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = words[0] ?? '?';
  if (/[\u0600-\u06ff]/.test(first)) return first.replace(/^ال(?=.)/, '').charAt(0);
  const last = words.length > 1 ? (words[words.length - 1] ?? '') : '';
  return (first.charAt(0) + last.charAt(0)).toUpperCase();
}

/**
 * Avatar of a person without a photo: initials over a soft circle, in one of eight tints (ink on ground is 7:1 or more).
 * @param seed the person's id; '' for a person who is not named, whose avatar has a silhouette instead of initials
 */
export function avatarSvg(seed: string, name: string, letters = 2): string {
  const h = hash(`${seed}/face`);
  const [ground, shape, ink] = at(PEOPLE, (h ^ (h >>> 13)) >>> 0);
  const [x, y] = at(
    [
      [52, 10],
      [8, 54],
      [56, 56],
      [10, 8],
    ] as const,
    h >>> 4,
  );
  const text = initials(name)
    .slice(0, letters)
    .replace(/[<&>"]/g, '');
  // The silhouette is a head and shoulders.
  const drawn = seed
    ? `${circle(x, y, 30, `fill="${shape}"`)}<text x="32" y="33" dominant-baseline="central" text-anchor="middle" font-size="${text.length > 1 ? 23 : 28}" font-weight="600" fill="${ink}">${text}</text>`
    : `<path d="M12 56a20 17 0 0 1 40 0zM22 25a10 10 0 1 0 20 0 10 10 0 1 0-20 0" fill="${ink}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" aria-hidden="true">${rect(0, 0, 64, 64, ground)}${drawn}</svg>`;
}
