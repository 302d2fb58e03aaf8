import { defaultLengthMs } from '#models/contract/event-phase';
import { shortMs } from '#models/db/event-times';
import type { EventDoc } from '#models/db/events';
import { eventFields } from '../fields.js';
import { type DemoClock, dayMs, hourMs, type Local } from './clock.js';
import { type Club, type ClubMember, leadersOf } from './clubs.js';
import type { Context } from './context.js';
import { type EventText, inLocale, isArabic } from './kinds.js';
import type { Random } from './random.js';

export interface MadeEvent {
  doc: EventDoc;
  club: Club;
  /** Days from today. */
  offset: number;
}

const times = ['09:30', '10:00', '12:00', '13:30', '15:00', '16:00', '17:00', '17:30', '18:00', '18:30', '19:00'];
const anywhere = ['Online', 'عبر الإنترنت'] as const;

/** Events of the societies, spread over this month and the next. */
export function makeEvents(context: Context, clubs: readonly Club[]): MadeEvent[] {
  const random = context.random('events');
  const { first, last } = context.clock.months;
  const planned = random.shuffle(
    clubs.flatMap((club) => club.text.events.slice(0, context.scale.eventsASociety).map((text) => ({ club, text }))),
  );
  const around = aroundNow(context.clock);
  const events = planned.map(({ club, text }, i): MadeEvent => {
    const offset = Math.min(last, first + Math.floor(((i + random.next()) * (last - first + 1)) / planned.length));
    const slot = offset >= 0 && club.isOpen && club.doc.privacy.eventsVisible ? around.shift() : undefined;
    const time = random.pick(times);
    const usual = { offset, time, endDate: null, endTime: random.chance(0.7) ? later(time, random.pick([60, 90, 120, 150])) : null };
    return { club, offset: slot?.offset ?? offset, doc: planEvent(context, random, club, text, slot ?? usual) };
  });
  const cancelled = random.shuffle(events.filter(({ offset }) => offset > 1)).slice(0, Math.ceil(events.length / 60));
  return events
    .sort((a, b) => a.doc.createdAt.getTime() - b.doc.createdAt.getTime())
    .map((event, i) => {
      const cancelledAt = cancelled.includes(event) ? context.clock.after(random, event.doc.createdAt, 9) : null;
      return { ...event, doc: { ...event.doc, _id: context.idOf('event', i), cancelledAt } };
    });
}

/** Time of an event: days from today, and local times. */
interface Slot {
  offset: number;
  time: string;
  endDate: string | null;
  endTime: string | null;
}

/**
 * Slots around the moment of loading: an event that has just ended, ongoing ones of one day and of several, and one that starts
 * soon.
 */
function aroundNow(clock: DemoClock): Slot[] {
  const slot = (fromHours: number, toHours: number): Slot => {
    const [from, to] = [fromHours, toHours].map((hours) => clock.local(new Date(clock.now.getTime() + hours * hourMs)));
    const [start, end] = [from as Local, to as Local];
    return {
      offset: start.offset,
      time: start.time,
      endDate: end.offset === start.offset ? null : clock.day(end.offset),
      endTime: end.time,
    };
  };
  return [slot(-4, -2), slot(-1, 1), slot(-26, 22), slot(2, 4)];
}

function planEvent({ clock }: Context, random: Random, club: Club, [title, category, about]: EventText, slot: Slot): EventDoc {
  const locale = isArabic(title) ? 'ar' : 'en';
  const { time, endDate, endTime } = slot;
  const date = clock.day(slot.offset);
  const startsAt = clock.instant(date, time);
  const endsAt = endTime ? clock.instant(endDate ?? date, endTime) : new Date(startsAt.getTime() + defaultLengthMs);
  const isOnline = category === 'Webinar' || (category === 'Seminar' && random.chance(0.35));
  const notice = startsAt.getTime() - random.int(4, 24) * dayMs - random.int(0, 9) * hourMs;
  const latest = Math.min(notice, clock.now.getTime() - random.int(1, 60) * hourMs);
  const planner = random.pick(leadersOf(club)) as ClubMember;
  const createdAt = new Date(Math.max(latest, planner.doc.joinedAt.getTime()));
  const left = startsAt.getTime() - clock.now.getTime();
  const doc = eventFields({
    society: club.doc._id,
    creator: planner.doc.user,
    open: club.isOpen && club.doc.privacy.eventsVisible,
    title,
    category,
    description: about,
    startsAt,
    endsAt,
    endDate,
    endTime,
    ...(endsAt.getTime() - startsAt.getTime() > shortMs ? { long: true as const } : {}),
    location: placeName(inLocale(isOnline ? anywhere : random.pick(club.text.places), locale)),
    isOnline,
    onlineLink: isOnline ? `https://meet.uni.example/${club.text.key}-${date.slice(5)}` : '',
    tags: club.text.tags.slice(0, 3),
    createdAt,
    // Mark reminders of near events as sent: people got them before the community was loaded.
    remindedFor24: left > 0 && left <= dayMs ? startsAt : null,
    remindedFor1: left > 0 && left <= hourMs ? startsAt : null,
    rev: 1,
  });
  return { ...doc, date, time };
}

/** Place name on a card: 'the old gym' without its article. */
const placeName = (place: string): string => {
  const bare = place.replace(/^the /, '');
  return bare.charAt(0).toUpperCase() + bare.slice(1);
};

/** Adds minutes to a time of the same day. */
function later(time: string, minutes: number): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const total = hour * 60 + minute + minutes;
  return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`;
}
