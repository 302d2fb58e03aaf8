import { localOf } from '#models/db/local-time';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Offset of a zone from UTC at an instant, in minutes. */
function offsetAt(instant: number, zone: string): number {
  const { date, time } = localOf(new Date(instant), zone);
  return Math.round((Date.parse(`${date}T${time}:00Z`) - Math.floor(instant / minuteMs) * minuteMs) / minuteMs);
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');
const offsetText = (minutes: number): string =>
  `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(Math.abs(minutes) / 60))}${twoDigits(Math.abs(minutes) % 60)}`;

/** Finds the instant of a clock change between two instants, to the minute. */
function changeBetween(before: number, after: number, zone: string): number {
  const first = offsetAt(before, zone);
  let [low, high] = [before, after];
  while (high - low > minuteMs) {
    const middle = low + Math.floor((high - low) / 2 / minuteMs) * minuteMs;
    if (offsetAt(middle, zone) === first) low = middle;
    else high = middle;
  }
  return high;
}

const observance = (kind: 'STANDARD' | 'DAYLIGHT', start: string, from: number, to: number): string[] => [
  `BEGIN:${kind}`,
  `DTSTART:${start}`,
  `TZOFFSETFROM:${offsetText(from)}`,
  `TZOFFSETTO:${offsetText(to)}`,
  `END:${kind}`,
];

function describe(zone: string, firstYear: number, lastYear: number): string {
  const start = Date.UTC(firstYear, 0, 1);
  let offset = offsetAt(start, zone);
  const lines = ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...observance('STANDARD', '19700101T000000', offset, offset)];
  for (let day = start; day < Date.UTC(lastYear + 1, 0, 1); day += dayMs) {
    const next = offsetAt(day + dayMs, zone);
    if (next === offset) continue;
    const local = new Date(changeBetween(day, day + dayMs, zone) + offset * minuteMs).toISOString();
    lines.push(...observance(next > offset ? 'DAYLIGHT' : 'STANDARD', local.slice(0, 19).replace(/[-:]/g, ''), offset, next));
    offset = next;
  }
  return [...lines, 'END:VTIMEZONE'].join('\r\n');
}

const cache = new Map<string, string>();

/** Builds a zone's VTIMEZONE for the years in which events may lie: a year back, and three ahead. */
export function vtimezone(zone: string, year = new Date().getUTCFullYear()): string {
  const key = `${zone} ${year}`;
  const text = cache.get(key) ?? describe(zone, year - 1, year + 3);
  cache.set(key, text);
  return text;
}
