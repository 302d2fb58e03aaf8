import { expect, it } from 'vitest';
import { instantOf } from './local-time.js';
import { quietUntil } from './quiet-hours.js';

const amman = 'Asia/Amman';
const berlin = 'Europe/Berlin';
const at = (time: string, date = '2026-11-22', zone = amman) => instantOf(date, time, zone);

it.each([
  ['21:59', null],
  ['22:00', at('07:00', '2026-11-23')],
  ['23:30', at('07:00', '2026-11-23')],
  ['00:00', at('07:00')],
  ['06:59', at('07:00')],
  ['07:00', null],
])('default quiet hours are from ten to seven: at %s', (time, until) => {
  expect(quietUntil(at(time), null, amman)).toEqual(until);
  expect(quietUntil(at(time), undefined, amman)).toEqual(until);
});

it.each([
  ['12:59', null],
  ['13:00', at('15:30')],
  ['15:29', at('15:30')],
  ['15:30', null],
  ['23:00', null],
])('own quiet hours within a day apply: at %s', (time, until) => {
  expect(quietUntil(at(time), { start: '13:00', end: '15:30' }, amman)).toEqual(until);
});

it('equal start and end mean no quiet hours', () => {
  for (const time of ['00:00', '07:59', '08:00', '22:30']) expect(quietUntil(at(time), { start: '08:00', end: '08:00' }, amman)).toBeNull();
});

it.each([
  ['2026-03-28', 8],
  ['2026-10-24', 10],
  ['2026-11-22', 9],
])('quiet hours end at seven in the night of %s, when clocks change', (date, hours) => {
  const from = at('22:00', date, berlin);
  expect((quietUntil(from, null, berlin)!.getTime() - from.getTime()) / 3_600_000).toBe(hours);
});

it('an end that comes twice in a night is awaited minute by minute', () => {
  const hours = { start: '22:00', end: '02:30' };
  const second = new Date('2026-10-25T01:10:00Z');
  expect(quietUntil(second, hours, berlin)!.getTime()).toBeGreaterThan(second.getTime());
  expect(quietUntil(new Date('2026-10-25T01:30:00Z'), hours, berlin)).toBeNull();
});
