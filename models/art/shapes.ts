import type { Palette } from './palettes.js';

export const r1 = (n: number): number => Math.round(n * 10) / 10;
export const rect = (x: number, y: number, w: number, h: number, fill: string): string =>
  `<rect x="${r1(x)}" y="${r1(y)}" width="${r1(w)}" height="${r1(h)}" fill="${fill}"/>`;
/** A square, as a part of a line as wide as it: half as long as its outline, of which a cloth has thousands. */
export const square = (x: number, y: number, side: number): string => `M${r1(x)} ${r1(y + side / 2)}h${r1(side)}`;
/** Squares of one side. */
export const squares = (d: string, side: number, fill: string): string => `<path d="${d}" stroke="${fill}" stroke-width="${r1(side)}"/>`;
export const path = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`;
export const circle = (x: number, y: number, r: number, attrs: string): string =>
  `<circle cx="${r1(x)}" cy="${r1(y)}" r="${r1(r)}" ${attrs}/>`;

export interface Frame {
  w: number;
  h: number;
  cell: number;
  p: Palette;
  rnd: () => number;
}
export type Painter = (f: Frame) => string;

/** Draws each cell of a centred grid. */
export const each = ({ w, h, cell }: Frame, draw: (x: number, y: number, col: number, row: number) => string): string => {
  const cols = Math.ceil(w / cell);
  const rows = Math.ceil(h / cell);
  const left = Math.round((w - cols * cell) / 2);
  const top = Math.round((h - rows * cell) / 2);
  let out = '';
  for (let row = 0; row < rows; row++) for (let col = 0; col < cols; col++) out += draw(left + col * cell, top + row * cell, col, row);
  return out;
};

export const star = (cx: number, cy: number, r: number, inner: number, points = 8): string => {
  let d = '';
  for (let i = 0; i < points * 2; i++) {
    const a = (Math.PI * i) / points;
    const k = i % 2 ? r * inner : r;
    d += `${i ? 'L' : 'M'}${r1(cx + Math.cos(a) * k)} ${r1(cy + Math.sin(a) * k)}`;
  }
  return `${d}Z`;
};
