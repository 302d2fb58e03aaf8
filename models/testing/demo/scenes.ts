import type { Random } from './random.js';

/** Size of the drawings, in the proportions of a post's picture. */
const width = 1000;
const height = 500;

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const round = (value: number): number => Math.round(value * 10) / 10;

/** A sky, as a gradient from its top to the horizon. */
const sky = (top: string, bottom: string): string =>
  `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/>` +
  `<stop offset="1" stop-color="${bottom}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#sky)"/>`;

const circle = (x: number, y: number, r: number, fill: string, more = ''): string =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}" fill="${fill}" ${more}/>`;
const box = (x: number, y: number, w: number, h: number, fill: string, more = ''): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}" fill="${fill}" ${more}/>`;
const path = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}" ${more}/>`;

/** A range of hills from edge to edge, around a height. */
function ridge(random: Random, at: number, swing: number, fill: string): string {
  const points = range(9).map((i) => `${i * 125},${round(at + (random.next() - 0.5) * 2 * swing)}`);
  const curve = points.slice(1).map((point, i) => {
    const [x = 0, y = 0] = (points[i] ?? '0,0').split(',').map(Number);
    const [nextX = 0, nextY = 0] = point.split(',').map(Number);
    return `C${x + 60},${y} ${nextX - 60},${nextY} ${nextX},${nextY}`;
  });
  return path(`M${points[0]} ${curve.join(' ')} L${width},${height} L0,${height}Z`, fill);
}

const stars = (random: Random, count: number): string =>
  range(count)
    .map(() =>
      circle(
        random.next() * width,
        random.next() * 280,
        0.8 + random.next() * 1.6,
        '#fff6da',
        `opacity="${round(0.4 + random.next() * 0.6)}"`,
      ),
    )
    .join('');

/** Mountains behind each other at sunset, with a path. */
function mountains(random: Random): string {
  const x = random.int(260, 740);
  return [
    sky('#3b3566', '#f6a46b'),
    circle(x, 250, 62, '#ffe3a8'),
    circle(x, 250, 110, '#ffd28a', 'opacity="0.25"'),
    ridge(random, 260, 50, '#8c5a7a'),
    ridge(random, 320, 40, '#5f4368'),
    ridge(random, 380, 30, '#3a3153'),
    path(
      `M${x - 20},390 C${x + 60},420 ${x - 120},450 ${x - 40},500 L${x + 70},500 C${x - 40},450 ${x + 110},420 ${x + 4},390Z`,
      '#e9b88a',
      'opacity="0.8"',
    ),
    ridge(random, 470, 14, '#231f3a'),
  ].join('');
}

/** A camp in the desert at night, with a fire. */
function desert(random: Random): string {
  const tent = (x: number, size: number, fill: string): string =>
    path(`M${x},${430 - size} L${x + size},430 L${x - size},430Z`, fill) +
    path(`M${x},${430 - size} L${x + size * 0.25},430 L${x - size * 0.25},430Z`, '#ffcf7a');
  return [
    sky('#101a3c', '#7a4a6b'),
    stars(random, 90),
    circle(random.int(700, 880), 110, 38, '#fdf3d3'),
    path('M0,330 L90,230 L210,240 L260,330Z M700,340 L780,200 L900,215 L1000,320 L1000,360Z', '#5b2f4d'),
    ridge(random, 370, 22, '#8d4a3f'),
    ridge(random, 420, 14, '#b8683f'),
    tent(330, 74, '#e9e0cf'),
    tent(470, 58, '#c9573f'),
    circle(620, 428, 60, '#ffb347', 'opacity="0.3"'),
    path('M620,386 C650,410 640,436 620,438 C600,436 592,412 620,386Z', '#ff8c3b'),
    path('M620,406 C634,418 630,434 620,436 C610,434 608,420 620,406Z', '#ffe08a'),
    ridge(random, 468, 10, '#5e2f2c'),
  ].join('');
}

/** Houses on a hill in the evening, with lit windows. */
function city(random: Random): string {
  const walls = ['#f0dcc0', '#e3c39d', '#d6b08a', '#f7e8d2', '#caa078'];
  const house = (x: number, y: number): string => {
    const w = random.int(52, 92);
    const h = random.int(60, 120);
    const windows = range(6).map((i) =>
      box(x + 12 + (i % 2) * (w - 36), y + 14 + Math.floor(i / 2) * 30, 12, 16, random.chance(0.55) ? '#ffd876' : '#8d7566', 'rx="2"'),
    );
    return box(x, y, w, h + 220, random.pick(walls)) + windows.slice(0, h > 90 ? 6 : 4).join('');
  };
  const row = (y: number, step: number): string =>
    range(Math.ceil(width / step) + 1)
      .map((i) => house(i * step - 30, y + random.int(-34, 34)))
      .join('');
  return [
    sky('#28456e', '#f4b183'),
    circle(160, 120, 30, '#fff1cf'),
    ridge(random, 230, 30, '#7d6f86'),
    row(220, 84),
    box(0, 0, width, height, '#5a3a4a', 'opacity="0.18"'),
    row(300, 92),
    box(0, 0, width, height, '#5a3a4a', 'opacity="0.12"'),
    row(385, 98),
  ].join('');
}

/** A stage with spotlights and people in front of it. */
function stage(random: Random): string {
  const beam = (x: number, to: number, fill: string): string => path(`M${x},0 L${to - 90},350 L${to + 90},350Z`, fill, 'opacity="0.28"');
  const head = (x: number, y: number, r: number): string =>
    circle(x, y, r, '#160f24') + box(x - r * 1.5, y + r * 0.9, r * 3, 160, '#160f24', `rx="${round(r)}"`);
  return [
    sky('#2a1746', '#57206b'),
    box(120, 120, 760, 235, '#3a1a55'),
    path('M120,90 C180,220 150,300 130,355 L120,355Z M880,90 C820,220 850,300 870,355 L880,355Z', '#b0224f'),
    beam(200, 330, '#ffd166'),
    beam(500, 500, '#fff3d6'),
    beam(800, 670, '#7ce0c3'),
    box(90, 350, 820, 26, '#c98b52'),
    box(478, 250, 44, 100, '#f2e6d0', 'rx="6"'),
    circle(500, 216, 22, '#f2c9a1'),
    box(496, 262, 8, 60, '#2a1746'),
    range(14)
      .map((i) => head(30 + i * 74 + random.int(-10, 10), 412 + random.int(-12, 16), random.int(22, 30)))
      .join(''),
  ].join('');
}

/** A court from above, with its lines and a ball. */
function court(random: Random): string {
  const line = 'fill="none" stroke="#fdf6e3" stroke-width="7"';
  const x = random.int(240, 760);
  return [
    box(0, 0, width, height, '#2f7d4f'),
    range(10)
      .map((i) => box(i * 100, 0, 50, height, '#357f55'))
      .join(''),
    `<g ${line}><rect x="60" y="50" width="880" height="400" rx="4"/><path d="M500,50V450"/><circle cx="500" cy="250" r="84"/>`,
    `<rect x="60" y="150" width="130" height="200"/><rect x="810" y="150" width="130" height="200"/></g>`,
    range(5)
      .map(
        (i) =>
          circle(150 + i * 70 + random.int(-30, 30), 110 + ((i * 97) % 280), 17, '#f4c542') +
          circle(840 - i * 68, 120 + ((i * 131) % 270), 17, '#d9415d'),
      )
      .join(''),
    circle(x + 6, 262, 20, '#173d28', 'opacity="0.4"'),
    circle(x, 252, 20, '#ffffff'),
    path(`M${x},240 l10,8 l-4,12 h-12 l-4,-12Z`, '#222b33'),
  ].join('');
}

export const scenes = { mountains, desert, city, stage, court } as const;
export const drawingTools = { width, height, sky, circle, box, path, ridge, stars, range, round };
