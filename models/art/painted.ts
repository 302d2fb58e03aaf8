import { at } from './random.js';
import { circle, each, type Painter, path, r1, rect } from './shapes.js';

export const arches: Painter = (f) => {
  const [, deep, motif, spark] = f.p;
  const c = f.cell * 1.15;
  const arch = (x: number, y: number, w: number, h: number, fill: string): string =>
    path(`M${r1(x)} ${r1(y + h)}V${r1(y + w / 2)}A${r1(w / 2)} ${r1(w / 2)} 0 0 1 ${r1(x + w)} ${r1(y + w / 2)}V${r1(y + h)}Z`, fill);
  return each({ ...f, cell: c }, (x, y) => {
    const lit = f.rnd() < 0.22;
    return (
      arch(x + c * 0.05, y + c * 0.06, c * 0.9, c * 0.94, deep) +
      arch(x + c * 0.19, y + c * 0.24, c * 0.62, c * 0.76, lit ? spark : motif) +
      arch(x + c * 0.34, y + c * 0.46, c * 0.32, c * 0.54, f.p[0])
    );
  });
};

export const tiles: Painter = (f) => {
  const [, deep, motif, spark] = f.p;
  const c = Math.round(f.cell * 0.8);
  return each({ ...f, cell: c }, (x, y) => {
    const turn = Math.floor(f.rnd() * 4);
    const fill = at([motif, deep, deep, motif, spark], Math.floor(f.rnd() * 5));
    const corner = [
      [x, y],
      [x + c, y],
      [x + c, y + c],
      [x, y + c],
    ][turn] as [number, number];
    if (f.rnd() < 0.2) return circle(x + c / 2, y + c / 2, c * 0.26, `fill="${fill}"`);
    const dir = [
      [1, 1],
      [-1, 1],
      [-1, -1],
      [1, -1],
    ][turn] as [number, number];
    const sweep = turn % 2 ? 0 : 1;
    const [cx, cy] = corner;
    const r = c * 0.5;
    return path(
      `M${r1(cx + dir[0] * r)} ${r1(cy)}h${r1(dir[0] * r)}A${r1(c)} ${r1(c)} 0 0 ${sweep} ${r1(cx)} ${r1(cy + dir[1] * c)}v${r1(-dir[1] * r)}A${r1(r)} ${r1(r)} 0 0 ${1 - sweep} ${r1(cx + dir[0] * r)} ${r1(cy)}Z`,
      fill,
    );
  });
};

export const dunes: Painter = (f) => {
  const [ground, deep, motif, spark] = f.p;
  const { w, h, rnd } = f;
  const sunR = Math.min(w, h) * (0.17 + rnd() * 0.07);
  const sunX = w * (0.58 + rnd() * 0.24);
  let out =
    rect(0, 0, w, h, motif) +
    circle(sunX, h * 0.36, sunR * 1.7, `fill="${spark}" opacity=".35"`) +
    circle(sunX, h * 0.36, sunR, `fill="${spark}"`);
  const tones = [ground, deep, ground, deep];
  for (let i = 0; i < 4; i++) {
    const y = h * (0.46 + i * 0.14);
    const a = h * (0.16 - i * 0.02) * (rnd() < 0.5 ? 1 : -1);
    const mid = w * (0.3 + rnd() * 0.4);
    out += `<path d="M0 ${r1(y)}C${r1(mid * 0.5)} ${r1(y - a)} ${r1(mid * 0.8)} ${r1(y - a)} ${r1(mid)} ${r1(y)}S${r1(w * 0.85)} ${r1(y + a)} ${w} ${r1(y - a * 0.3)}V${h}H0Z" fill="${tones[i]}" opacity="${[0.55, 0.75, 1, 1][i]}"/>`;
  }
  return out;
};

export const orbits: Painter = (f) => {
  const [, deep, motif, spark] = f.p;
  const cx = f.w * (0.3 + f.rnd() * 0.4);
  const cy = f.h * (0.35 + f.rnd() * 0.4);
  const step = f.cell * 0.46;
  let out = '';
  for (let i = 9; i > 0; i--) {
    out += circle(
      cx,
      cy,
      step * i,
      `fill="${i % 2 ? f.p[0] : deep}" stroke="${motif}" stroke-width="${r1(step * 0.05)}" stroke-opacity=".7"`,
    );
    const a = f.rnd() * Math.PI * 2;
    out += circle(
      cx + Math.cos(a) * step * i,
      cy + Math.sin(a) * step * i,
      step * (0.12 + f.rnd() * 0.16),
      `fill="${f.rnd() < 0.45 ? spark : motif}"`,
    );
  }
  return out + circle(cx, cy, step * 0.5, `fill="${spark}"`);
};

export const courts: Painter = (f) => {
  const [, deep, motif, spark] = f.p;
  const { w, h, cell, rnd } = f;
  const lean = rnd() < 0.5 ? 24 : -24;
  let bands = '';
  for (let i = -8; i < 20; i += 2) bands += rect(w / 2 + (i - 6) * cell * 0.8, -h, cell * 0.8, h * 3, deep);
  const r = Math.min(w, h) * 0.36;
  const cx = w * (0.35 + rnd() * 0.35);
  const line = `fill="none" stroke="${motif}" stroke-width="${r1(Math.max(2, cell * 0.06))}"`;
  return (
    `<g transform="rotate(${lean} ${w / 2} ${h / 2})">${bands}</g>` +
    `<path d="M${r1(cx)} 0V${h}" ${line}/>` +
    circle(cx, h / 2, r, line) +
    circle(cx, h / 2, r * 1.9, line) +
    circle(cx + r * 0.72, h / 2 - r * 0.7, cell * 0.3, `fill="${spark}"`)
  );
};
