import { at } from './random.js';
import { each, type Painter, path, r1, rect, square, squares, star } from './shapes.js';

export const khatam: Painter = (f) => {
  const [, deep, motif, spark] = f.p;
  const c = f.cell;
  return each(f, (x, y, col, row) => {
    const lit = f.rnd() < 0.16;
    return (
      path(star(x + c / 2, y + c / 2, c * 0.54, 0.765), lit ? spark : deep) +
      path(star(x + c / 2, y + c / 2, c * 0.3, 0.765), (col + row) % 2 ? motif : f.p[0]) +
      path(star(x, y, c * 0.2, 0.6, 4), motif)
    );
  });
};

export const tatreez: Painter = (f) => {
  const [, deep, motif, spark] = f.p;
  const n = 15;
  const mid = (n - 1) / 2;
  const rings = at(
    [
      [3, 3, 0, 1, 1, 0, 2, 1],
      [3, 0, 1, 0, 3, 1, 0, 2],
      [1, 3, 3, 0, 1, 0, 1, 2],
    ] as const,
    Math.floor(f.rnd() * 3),
  );
  const c = f.cell * 1.7;
  const u = c / n;
  const side = u * 0.88;
  const fills = [motif, deep, spark];
  return each({ ...f, cell: c }, (x, y) => {
    // One path for each colour: an element for each stitch would be too many on a page with several covers.
    const stitches = ['', '', ''];
    for (let j = 0; j < n; j++)
      for (let i = 0; i < n; i++) {
        const dx = Math.abs(i - mid);
        const dy = Math.abs(j - mid);
        const arm = dx === dy && dx > 2 && dx < 6;
        const corner = mid - dx + (mid - dy);
        const k = arm ? 3 : corner < 3 ? (corner === 0 ? 3 : 1) : dx + dy <= mid ? (rings[dx + dy] ?? 0) : dx + dy === mid + 2 ? 2 : 0;
        if (k) stitches[k - 1] += square(x + i * u + u * 0.06, y + j * u + u * 0.06, side);
      }
    return fills.map((fill, i) => squares(stitches[i] ?? '', side, fill)).join('');
  });
};

export const sadu: Painter = (f) => {
  const [, deep, motif, spark] = f.p;
  let out = '';
  let y = 0;
  for (let band = 0; y < f.h; band++) {
    const tall = band % 2 === 0;
    const bh = f.cell * (tall ? 0.95 : 0.22);
    if (tall) {
      const s = f.cell * at([0.5, 0.75, 1], Math.floor(f.rnd() * 3));
      const tone = at([motif, deep, spark], Math.floor(f.rnd() * 3));
      for (let x = -s / 2; x < f.w + s; x += s) {
        out += path(`M${r1(x)} ${r1(y + bh)}L${r1(x + s / 2)} ${r1(y)}L${r1(x + s)} ${r1(y + bh)}Z`, tone);
        out += path(
          `M${r1(x + s / 4)} ${r1(y + bh)}L${r1(x + s / 2)} ${r1(y + bh / 2)}L${r1(x + s * 0.75)} ${r1(y + bh)}Z`,
          tone === spark ? deep : spark,
        );
      }
    } else out += rect(0, y, f.w, bh, deep) + rect(0, y + bh * 0.38, f.w, bh * 0.24, motif);
    y += bh + f.cell * 0.08;
  }
  return out;
};

export const zellige: Painter = (f) => {
  const [, deep, motif, spark] = f.p;
  const c = f.cell * 0.9;
  const diamond = (x: number, y: number, s: number, fill: string): string =>
    path(`M${r1(x)} ${r1(y - s)}L${r1(x + s)} ${r1(y)}L${r1(x)} ${r1(y + s)}L${r1(x - s)} ${r1(y)}Z`, fill);
  return each({ ...f, cell: c }, (x, y) => {
    const k = f.rnd();
    return (
      diamond(x + c / 2, y + c / 2, c * 0.5, k < 0.4 ? deep : k < 0.8 ? motif : spark) +
      diamond(x + c / 2, y + c / 2, c * 0.24, k < 0.4 ? spark : f.p[0]) +
      diamond(x, y, c * 0.16, k < 0.5 ? motif : deep)
    );
  });
};
