import { describe, expect, it } from 'vitest';
import { fieldTexts } from '#models/contract/field-texts';
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

describe('the validation of a new event', () => {
  it('accepts a valid event', () => {
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
    ['a start time', { startTime: '' }, 'startTime', 'Start time is required'],
    ['an end after the start', { endTime: '17:30' }, 'endTime', 'End time must be after start time'],
    ['a last day not before the first', { endsLater: true, endDate: '2026-11-25' }, 'endDate', 'End time must be after start time'],
    ['a place', { location: ' ' }, 'location', 'Location is required for in-person events'],
    ['a link if online', { isOnline: true }, 'onlineLink', 'Online meeting link is required for virtual events'],
    ['a valid link', { isOnline: true, onlineLink: 'zoom' }, 'onlineLink', fieldTexts.website_invalid],
    ['a numeric seat limit', { maxAttendees: 'many' }, 'maxAttendees', fieldTexts.seats_invalid],
    ['a whole number of seats', { maxAttendees: '2.5' }, 'maxAttendees', fieldTexts.seats_invalid],
    ['at least one seat', { maxAttendees: '0' }, 'maxAttendees', fieldTexts.seats_invalid],
    ['a picture URL', { image: 'finals.png' }, 'image', fieldTexts.bad_image],
    ['a date that is not past', { date: '2026-11-19' }, 'date', fieldTexts.event_past],
    ['a time that is not past', { date: '2026-11-20', startTime: '11:59' }, 'startTime', fieldTexts.event_past],
    ['a date within two years', { date: '2028-11-21' }, 'date', fieldTexts.event_far],
  ])('requires %s', (_name, fields, field, text) => {
    expect(faults(fields)).toEqual({ [field]: text });
  });

  it('allows an earlier end time on a later day', () => {
    expect(faults({ endsLater: true, endDate: '2026-11-27', endTime: '01:00' })).toEqual({});
  });

  it('requires no place of an online event, and ignores an unused last day', () => {
    expect(faults({ isOnline: true, onlineLink: 'https://meet.example/1', location: '', endDate: '2020-01-01' })).toEqual({});
  });

  it('allows text changes of a past event', () => {
    const over = { ...good, date: '2026-10-01' };
    expect(faultsOf({ ...over, title: 'Finals' }, now, over)).toEqual({});
    expect(faultsOf({ ...over, date: '2026-10-02' }, now, over)).toEqual({ date: fieldTexts.event_past });
  });
});

describe('the call input of an event form', () => {
  it('is trimmed, with null for empty fields', () => {
    expect(inputOf(good)).toMatchObject({ title: 'Line Follower Finals', end_time: null, end_date: null, max_attendees: null, image: '' });
  });

  it('parses Arabic digits', () => {
    expect(inputOf({ ...good, maxAttendees: '١٥٠' }).max_attendees).toBe(150);
  });

  it('has only changed fields of an existing event', () => {
    const before = valuesOf(anEvent({ Max_Attendees: 50, Description: good.description }));
    expect(changesOf(before, before)).toEqual({});
    expect(changesOf(before, { ...before, title: 'Finals', maxAttendees: '' })).toEqual({ title: 'Finals', max_attendees: null });
  });
});

it('server errors are mapped to form fields', () => {
  expect(faultsFrom({ time: 'a', online_link: 'b', society_id: 'c' })).toEqual({ startTime: 'a', onlineLink: 'b' });
});

it('clockIn uses the given time zone', () => {
  expect(clockIn('Asia/Amman', new Date('2026-11-20T21:30:00Z'))).toEqual({ date: '2026-11-21', time: '00:30' });
});
