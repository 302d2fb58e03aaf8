import type { EventDoc } from '#models/db/events';
import { eventFields } from '../fields.js';
import { dayMs, hourMs } from './clock.js';
import { type Club, leadersOf, type Member } from './clubs.js';
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

/** What the societies plan, spread over this month and the next. */
export function makeEvents(context: Context, clubs: readonly Club[]): MadeEvent[] {
  const random = context.random('events');
  const { first, last } = context.clock.months;
  const planned = random.shuffle(
    clubs.flatMap((club) => club.text.events.slice(0, context.scale.eventsASociety).map((text) => ({ club, text }))),
  );
  const events = planned.map(({ club, text }, i): MadeEvent => {
    const offset = Math.min(last, first + Math.floor(((i + random.next()) * (last - first + 1)) / planned.length));
    return { club, offset, doc: planEvent(context, random, club, text, offset) };
  });
  const cancelled = random.shuffle(events.filter(({ offset }) => offset > 1)).slice(0, Math.ceil(events.length / 60));
  return events
    .sort((a, b) => a.doc.createdAt.getTime() - b.doc.createdAt.getTime())
    .map((event, i) => {
      const cancelledAt = cancelled.includes(event) ? context.clock.after(random, event.doc.createdAt, 9) : null;
      return { ...event, doc: { ...event.doc, _id: context.idOf('event', i), cancelledAt } };
    });
}

function planEvent({ clock }: Context, random: Random, club: Club, [title, category, about]: EventText, offset: number): EventDoc {
  const locale = isArabic(title) ? 'ar' : 'en';
  const [date, time] = [clock.day(offset), random.pick(times)];
  const startsAt = clock.instant(date, time);
  const isOnline = category === 'Webinar' || (category === 'Seminar' && random.chance(0.35));
  const notice = startsAt.getTime() - random.int(4, 24) * dayMs - random.int(0, 9) * hourMs;
  const latest = Math.min(notice, clock.now.getTime() - random.int(1, 60) * hourMs);
  const planner = random.pick(leadersOf(club)) as Member;
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
    endDate: null,
    endTime: random.chance(0.7) ? later(time, random.pick([60, 90, 120, 150])) : null,
    location: placeName(inLocale(isOnline ? anywhere : random.pick(club.text.places), locale)),
    isOnline,
    onlineLink: isOnline ? `https://meet.uni.example/${club.text.key}-${date.slice(5)}` : '',
    tags: club.text.tags.slice(0, 3),
    createdAt,
    // Of what is near, people were told before the community was loaded.
    remindedFor24: left > 0 && left <= dayMs ? startsAt : null,
    remindedFor1: left > 0 && left <= hourMs ? startsAt : null,
    rev: 1,
  });
  return { ...doc, date, time };
}

/** 'the old gym' as it stands on a card. */
const placeName = (place: string): string => {
  const bare = place.replace(/^the /, '');
  return bare.charAt(0).toUpperCase() + bare.slice(1);
};

/** Some minutes later on the same day. */
function later(time: string, minutes: number): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const total = hour * 60 + minute + minutes;
  return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`;
}
