import { describe, expect, it } from 'vitest';
import { fieldTexts } from '#models/contract/errors';
import { anEvent } from '@/testing/society-fixtures';
import { blank, changesOf, type EventValues, faultsFrom, faultsOf, inputOf, valuesOf } from './event-values';
import { clockIn } from './university-clock';

const now = { date: '2026-11-20', time: '12:00' };
const good: EventValues = {
  ...blank,
  title: ' Line Follower Finals ',
  description: 'Eight robots, one black line, fourteen laps.',
  category: 'Competition',
  date: '2026-11-26',
  startTime: '17:30',
  location: 'Engineering Hall B',
};
const faults = (fields: Partial<EventValues>) => faultsOf({ ...good, ...fields }, now);

describe('the rules of a new event', () => {
  it('find nothing wrong with one that is right', () => {
    expect(faultsOf(good, now)).toEqual({});
  });

  it.each<[string, Partial<EventValues>, keyof EventValues, string]>([
    ['a title', { title: '  ' }, 'title', 'Event title is required'],
    ['a title of three characters', { title: ' Hi ' }, 'title', 'Event title must be at least 3 characters'],
    ['a description', { description: '' }, 'description', 'Description is required'],
    [
      'a description of twenty characters',
      { description: 'A night of dabke.' },
      'description',
      'Description must be at least 20 characters',
    ],
    ['a category', { category: '' }, 'category', 'Category is required'],
    ['a date', { date: '' }, 'date', 'Event date is required'],
    ['a start', { startTime: '' }, 'startTime', 'Start time is required'],
    ['an end after its start', { endTime: '17:30' }, 'endTime', 'End time must be after start time'],
    ['a last day that is not before the first', { endsLater: true, endDate: '2026-11-25' }, 'endDate', 'End time must be after start time'],
    ['a place', { location: ' ' }, 'location', 'Location is required for in-person events'],
    ['a link, where it is online', { isOnline: true }, 'onlineLink', 'Online meeting link is required for virtual events'],
    ['a link that is one', { isOnline: true, onlineLink: 'zoom' }, 'onlineLink', fieldTexts.website_invalid],
    ['seats in figures', { maxAttendees: 'many' }, 'maxAttendees', fieldTexts.seats_invalid],
    ['whole seats', { maxAttendees: '2.5' }, 'maxAttendees', fieldTexts.seats_invalid],
    ['at least one seat', { maxAttendees: '0' }, 'maxAttendees', fieldTexts.seats_invalid],
    ['a picture with an address', { image: 'finals.png' }, 'image', fieldTexts.bad_image],
    ['a day that is not past', { date: '2026-11-19' }, 'date', fieldTexts.event_past],
    ['an hour that is not past', { date: '2026-11-20', startTime: '11:59' }, 'startTime', fieldTexts.event_past],
    ['a day within two years', { date: '2028-11-21' }, 'date', fieldTexts.event_far],
  ])('want %s', (_name, fields, field, text) => {
    expect(faults(fields)).toEqual({ [field]: text });
  });

  it('let it end earlier in the day on a later one', () => {
    expect(faults({ endsLater: true, endDate: '2026-11-27', endTime: '01:00' })).toEqual({});
  });

  it('do not ask for the place of an online event, nor judge a last day that does not count', () => {
    expect(faults({ isOnline: true, onlineLink: 'https://meet.example/1', location: '', endDate: '2020-01-01' })).toEqual({});
  });

  it('let the text of one that is over be mended', () => {
    const over = { ...good, date: '2026-10-01' };
    expect(faultsOf({ ...over, title: 'Finals' }, now, over)).toEqual({});
    expect(faultsOf({ ...over, date: '2026-10-02' }, now, over)).toEqual({ date: fieldTexts.event_past });
  });
});

describe('what is sent', () => {
  it('is trimmed, with nothing for what was left out', () => {
    expect(inputOf(good)).toMatchObject({ title: 'Line Follower Finals', end_time: null, end_date: null, max_attendees: null, image: '' });
  });

  it('takes Arabic digits for what they are', () => {
    expect(inputOf({ ...good, maxAttendees: '١٥٠' }).max_attendees).toBe(150);
  });

  it('is only what differs, of an event that is changed', () => {
    const before = valuesOf(anEvent({ Max_Attendees: 50, Description: good.description }));
    expect(changesOf(before, before)).toEqual({});
    expect(changesOf(before, { ...before, title: 'Finals', maxAttendees: '' })).toEqual({ title: 'Finals', max_attendees: null });
  });
});

it('what the server finds wrong stands under the fields of the form', () => {
  expect(faultsFrom({ time: 'a', online_link: 'b', society_id: 'c' })).toEqual({ startTime: 'a', onlineLink: 'b' });
});

it('the clock is that of the university', () => {
  expect(clockIn('Asia/Amman', new Date('2026-11-20T21:30:00Z'))).toEqual({ date: '2026-11-21', time: '00:30' });
});
