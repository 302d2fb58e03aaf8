import { arches, courts, dunes, orbits, tiles } from './painted';
import { type CoverFamily, FAMILY_OF, PALETTES, PALETTES_OF, type Palette } from './palettes';
import { at, hash, random } from './random';
import { type Painter, rect } from './shapes';
import { khatam, sadu, tatreez, zellige } from './woven';

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

function choose(seed: string, category: string | undefined): { family: CoverFamily; palette: Palette; rnd: () => number } {
  const h = hash(seed.trim().toLowerCase());
  const family = at(FAMILY_OF[(category ?? 'other').toLowerCase()] ?? FAMILY_OF.other ?? (['zellige'] as const), h >>> 8);
  const palette = PALETTES[at(PALETTES_OF[family], h >>> 3)] ?? (PALETTES.evergreen as Palette);
  return { family, palette, rnd: random(h) };
}

/** An SVG picture for a society or an event that has no photo. Pure: equal options give equal strings. */
export function coverSvg({ seed, category, width = 640, height = 240, kind = 'cover' }: CoverOptions): string {
  const { family, palette, rnd } = choose(seed, category);
  const cell = kind === 'tile' ? Math.min(width, height) * 0.5 : Math.max(44, Math.min(width, height) * (0.3 + rnd() * 0.12));
  const body = PAINTERS[family]({ w: width, h: height, cell, p: palette, rnd });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice" aria-hidden="true">` +
    `${rect(0, 0, width, height, palette[0])}${body}</svg>`
  );
}

/** The ground colour of a society: for thin accents beside its picture, never for text. */
export const coverColor = (seed: string, category?: string): string => choose(seed, category).palette[0];
