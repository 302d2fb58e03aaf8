import { arches, courts, dunes, orbits, tiles } from './painted.js';
import { type CoverFamily, FAMILY_OF, PALETTES, PALETTES_OF, type Palette } from './palettes.js';
import { at, hash, random } from './random.js';
import { type Painter, rect } from './shapes.js';
import { khatam, sadu, tatreez, zellige } from './woven.js';

export interface CoverOptions {
  /** Society or event name (or id): decides palette, scale and arrangement. */
  seed: string;
  /** Any category of the product: decides the pattern family. */
  category?: string;
  width?: number;
  height?: number;
  /** `tile` enlarges the motif so that it still reads at 32 px. */
  kind?: 'cover' | 'tile';
}

const PAINTERS: Record<CoverFamily, Painter> = { khatam, tatreez, sadu, arches, tiles, dunes, orbits, courts, zellige };

const hashOf = (seed: string): number => hash(seed.trim().toLowerCase());

/** Pattern family and palette name of a seed's picture. */
export interface Cloth {
  family: CoverFamily;
  palette: string;
}

/** Cloth of a society or an event. Pure: equal options give equal cloths. */
export function clothOf(seed: string, category?: string): Cloth {
  const h = hashOf(seed);
  const family = at(FAMILY_OF[(category ?? 'other').toLowerCase()] ?? FAMILY_OF.other ?? (['zellige'] as const), h >>> 8);
  return { family, palette: at(PALETTES_OF[family], h >>> 3) };
}

/** All cloths. */
export const cloths: readonly Cloth[] = (Object.keys(PALETTES_OF) as CoverFamily[]).flatMap((family) =>
  PALETTES_OF[family].map((palette) => ({ family, palette })),
);

const coloursOf = ({ palette }: Cloth): Palette => PALETTES[palette] ?? (PALETTES.evergreen as Palette);

/** Draws a cloth as SVG; `rnd` decides scale and arrangement. */
export function clothSvg(
  cloth: Cloth,
  rnd: () => number,
  { width = 640, height = 240, kind = 'cover' }: Omit<CoverOptions, 'seed'>,
): string {
  const p = coloursOf(cloth);
  const cell = kind === 'tile' ? Math.min(width, height) * 0.5 : Math.max(44, Math.min(width, height) * (0.3 + rnd() * 0.12));
  const body = PAINTERS[cloth.family]({ w: width, h: height, cell, p, rnd });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice" aria-hidden="true">` +
    `${rect(0, 0, width, height, p[0])}${body}</svg>`
  );
}

/** SVG picture for a society or an event without a photo. Pure: equal options give equal strings. */
export const coverSvg = ({ seed, category, ...size }: CoverOptions): string =>
  clothSvg(clothOf(seed, category), random(hashOf(seed)), size);

/** Path of a cloth's 1200 × 630 picture for link previews, written when the web app is built. */
export const sharePicture = ({ family, palette }: Cloth): string => `share/${family}-${palette}.jpg`;
export const shareSize = { width: 1200, height: 630 };
