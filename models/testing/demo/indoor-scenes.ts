import type { Random } from './random.js';
import { drawingTools } from './scenes.js';

const { box, circle, path, range, round, sky, width, height } = drawingTools;

/** A workbench with a laptop and a small robot. */
function workshop(random: Random): string {
  const code = range(7).map((i) =>
    box(222 + (i % 3) * 18, 170 + i * 22, 70 + random.int(0, 150), 9, random.pick(['#7fd8b2', '#ffd166', '#8fb7ff', '#ff9aa8']), 'rx="4"'),
  );
  return [
    sky('#14303a', '#1f5a5c'),
    range(40)
      .map((i) => circle(40 + (i % 10) * 104, 40 + Math.floor(i / 10) * 80, 3, '#2f7a78'))
      .join(''),
    box(0, 385, width, 115, '#a86b3c'),
    box(0, 385, width, 12, '#c78750'),
    box(190, 135, 360, 230, '#0d1b22', 'rx="14"'),
    box(204, 149, 332, 200, '#10262e', 'rx="6"'),
    code.join(''),
    path('M150,385 L590,385 L560,362 L180,362Z', '#c9d3d6'),
    box(690, 230, 150, 120, '#f2f0e6', 'rx="22"'),
    box(716, 262, 98, 44, '#16333b', 'rx="20"'),
    circle(744, 284, 11, '#c6f065'),
    circle(786, 284, 11, '#c6f065'),
    box(760, 196, 8, 36, '#f2f0e6'),
    circle(764, 188, 12, '#ff7b54'),
    circle(715, 372, 26, '#26343a') + circle(815, 372, 26, '#26343a') + circle(715, 372, 10, '#8fa3a8') + circle(815, 372, 10, '#8fa3a8'),
    box(670, 340, 190, 24, '#ff7b54', 'rx="10"'),
  ].join('');
}

/** Shelves of books with a lamp. */
function library(random: Random): string {
  const colours = ['#b23a48', '#e0a458', '#3d6b6b', '#6b4e8e', '#d9c7a3', '#31587a', '#8a9a4e'];
  const shelf = (y: number): string => {
    let x = 36;
    let books = '';
    while (x < 940) {
      const w = random.int(16, 40);
      const h = random.int(78, 118);
      if (random.chance(0.92))
        books += box(x, y - h, w, h, random.pick(colours), 'rx="3"') + box(x + 3, y - h + 14, w - 6, 5, '#fff4dc', 'opacity="0.7"');
      x += w + 3;
    }
    return books + box(20, y, 960, 14, '#6d4427');
  };
  return [
    box(0, 0, width, height, '#3b2416'),
    box(20, 10, 960, 480, '#4e301d'),
    [150, 305, 460].map(shelf).join(''),
    circle(random.int(300, 700), 40, 260, '#ffd98a', 'opacity="0.16"'),
  ].join('');
}

/** A table from above with glasses of tea, sweets and notes. */
function table(random: Random): string {
  const glass = (x: number, y: number): string =>
    circle(x + 8, y + 10, 58, '#000', 'opacity="0.16"') +
    circle(x, y, 58, '#fbf6ea') +
    circle(x, y, 40, '#d9e8e2') +
    circle(x, y, 34, '#a6421d') +
    path(`M${x - 12},${y - 8} q14,-14 24,0 q-10,14 -24,0Z`, '#5f8f3c');
  const sweet = (i: number): string => {
    const x = 480 + (i % 4) * 40;
    const y = 210 + Math.floor(i / 4) * 40;
    return box(x, y, 32, 32, '#d99a3d', `transform="rotate(45 ${x + 16} ${y + 16})" rx="4"`) + circle(x + 16, y + 16, 5, '#6f8f3f');
  };
  return [
    box(0, 0, width, height, '#c98f5a'),
    range(9)
      .map((i) => box(0, i * 58, width, 3, '#b57c49'))
      .join(''),
    circle(560, 266, 170, '#000', 'opacity="0.12"') + circle(552, 256, 166, '#f4efe3') + circle(552, 256, 140, '#2f6f73'),
    range(12).map(sweet).join(''),
    glass(random.int(180, 240), 140) + glass(random.int(240, 310), 350) + glass(850, random.int(150, 220)),
    box(780, 320, 170, 120, '#fffdf5', 'transform="rotate(-8 860 380)" rx="4"'),
    range(4)
      .map((i) => box(800, 342 + i * 22, 110 - i * 14, 6, '#9aa7b5', 'transform="rotate(-8 860 380)" rx="3"'))
      .join(''),
  ].join('');
}

/** Young trees in rows, with hills and a sun. */
function garden(random: Random): string {
  const tree = (x: number, y: number, size: number): string =>
    box(x - size * 0.07, y - size * 0.5, size * 0.14, size * 0.5, '#7a4f2c') +
    circle(x, y - size * 0.75, size * 0.36, '#4f9a55') +
    circle(x - size * 0.2, y - size * 0.55, size * 0.26, '#3d8148') +
    circle(x + size * 0.22, y - size * 0.58, size * 0.25, '#62ad5f');
  const row = (y: number, size: number, step: number): string =>
    range(Math.ceil(width / step))
      .map((i) => tree(40 + i * step + random.int(-14, 14), y, size))
      .join('');
  return [
    sky('#8fd3e8', '#eaf6d8'),
    circle(820, 110, 56, '#ffe08a'),
    drawingTools.ridge(random, 250, 26, '#9cc98a'),
    drawingTools.ridge(random, 310, 16, '#7fb56d'),
    row(330, 76, 118),
    box(0, 352, width, 148, '#8a5a34'),
    range(4)
      .map((i) => box(0, 366 + i * 36, width, 10, '#744726'))
      .join(''),
    row(440, 116, 190),
  ].join('');
}

/** Strings of lights over people at dusk. */
function lights(random: Random): string {
  const string = (y: number, dip: number): string => {
    const at = (i: number): [number, number] => [i * 50, y + dip * 4 * (i / 20) * (1 - i / 20)];
    const bulbs = range(21).map((i) => circle(...at(i), 8, '#ffe39a') + circle(...at(i), 20, '#ffd06b', 'opacity="0.28"'));
    return `<path d="M0,${y} Q500,${round(y + dip * 2)} 1000,${y}" fill="none" stroke="#2b2140" stroke-width="3"/>${bulbs.join('')}`;
  };
  const person = (x: number): string => {
    const y = random.int(356, 384);
    const fill = random.pick(['#d9415d', '#3d7fa6', '#efb24a', '#5a9a68', '#8e5aa8', '#f0e6d6']);
    return circle(x, y, 25, random.pick(['#e8b98f', '#c98d5f', '#f2cfa8', '#a56b43'])) + box(x - 36, y + 22, 72, 160, fill, 'rx="30"');
  };
  return [
    sky('#2c2a5c', '#e08a6e'),
    drawingTools.ridge(random, 330, 26, '#4a3a66'),
    string(60, 60),
    string(130, 70),
    range(11)
      .map((i) => person(50 + i * 92))
      .join(''),
  ].join('');
}

/** A board of squares with pieces, from above. */
function board(random: Random): string {
  const squares = range(128).map((i) =>
    box((i % 16) * 62.5, Math.floor(i / 16) * 62.5, 62.5, 62.5, (i + Math.floor(i / 16)) % 2 ? '#2d4a5e' : '#e9dcc2'),
  );
  const piece = (): string => {
    const x = random.int(0, 15) * 62.5 + 31;
    const y = random.int(0, 7) * 62.5 + 31;
    const isLight = random.chance(0.5);
    return (
      circle(x + 4, y + 6, 22, '#000', 'opacity="0.25"') +
      circle(x, y, 22, isLight ? '#fdf8ec' : '#16202a') +
      circle(x, y, 12, isLight ? '#d8c9a6' : '#3b4c5a')
    );
  };
  return squares.join('') + range(26).map(piece).join('') + box(0, 0, width, height, '#ff9d5c', 'opacity="0.07"');
}

export const indoorScenes = { workshop, library, table, garden, lights, board } as const;
