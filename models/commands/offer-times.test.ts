import { expect, it } from 'vitest';
import { instantOf } from '#models/db/local-time';
import { offerEnd, offerEndOf } from './offer-times.js';

const zone = 'Asia/Amman';
const at = (text: string) => instantOf(text.slice(0, 10), text.slice(11), zone);

it.each([
  ['2026-11-22 08:00', '2026-11-22 10:00'],
  ['2026-11-22 14:10', '2026-11-22 16:10'],
  ['2026-11-22 19:59', '2026-11-22 21:59'],
  ['2026-11-22 20:00', '2026-11-22 22:00'],
  ['2026-11-22 21:00', '2026-11-23 09:00'],
  ['2026-11-22 21:59', '2026-11-23 09:59'],
  ['2026-11-22 22:00', '2026-11-23 10:00'],
  ['2026-11-23 03:00', '2026-11-23 10:00'],
  ['2026-11-23 07:59', '2026-11-23 10:00'],
])('an offer made at %s ends at %s: its two hours do not run by night', (made, until) => {
  expect(offerEnd(at(made), zone)).toEqual(at(until));
});

it.each([
  ['of an event that does not offer its seats', '2026-11-22 10:00', '2026-11-24 10:00', null, null],
  ['two days before the start', '2026-11-22 10:00', '2026-11-24 10:00', zone, '2026-11-22 12:00'],
  ['six hours before the start', '2026-11-22 10:00', '2026-11-22 16:00', zone, null],
  ['a little earlier', '2026-11-22 10:00', '2026-11-22 16:01', zone, '2026-11-22 12:00'],
  ['in the night before a start in the morning', '2026-11-22 23:00', '2026-11-23 09:00', zone, null],
])('the offer of a seat, %s', (_name, made, startsAt, offerZone, until) => {
  expect(offerEndOf({ offerZone, startsAt: at(startsAt) }, at(made))).toEqual(until && at(until));
});
