import { phaseOf, statusOf } from '#models/contract/event-phase';
import type { SharedEvent } from '#models/contract/events';
import { doorTimes } from '#models/contract/limits';
import { describeCollection } from './collections.js';
import {
  date,
  defineModel,
  flag,
  type Id,
  imageIndex,
  mark,
  maybeDate,
  maybeNumber,
  maybeRefs,
  maybeString,
  needed,
  number,
  optionalNumber,
  optionalRef,
  optionalString,
  recountIndex,
  ref,
  string,
  version,
} from './model.js';
import { type PersonDoc, personImage, personName } from './users.js';

export interface EventDoc {
  _id: Id;
  society: Id;
  creator: Id;
  title: string;
  titleFolded: string;
  description: string;
  /** YYYY-MM-DD and HH:MM, local to the university; `startsAt` and `endsAt` are the instants, see `eventTimes`. */
  date: string;
  time: string;
  startsAt: Date;
  endsAt: Date;
  /** It lasts longer than a day. */
  long?: true | undefined;
  /** Series of a meeting, its place there from 0, and whether it was changed on its own. Absent in a single event. */
  series?: Id;
  seriesIndex?: number;
  changedAlone?: true;
  endDate: string | null;
  endTime: string | null;
  location: string;
  isOnline: boolean;
  onlineLink: string;
  category: string;
  image: string;
  seats: number | null;
  registrationRequired: boolean;
  /** Time zone by whose nights offers of free seats wait; null or absent (never chosen) where free seats are given at once. */
  offerZone?: string | null;
  tags: string[];
  cancelledAt: Date | null;
  cancelReason: string;
  removedAt: Date | null;
  createdAt: Date;
  open: boolean;
  attendees: number;
  interested: number;
  shares: number;
  seatsLeft: number | null;
  version: number;
  rev: number;
  /** People who may check in at this event, and the number of changes of this list. Absent until one was named. */
  stewards?: Id[];
  stewardsVersion?: number;
  recount?: true;
  /** The start for which reminders were sent, a day and an hour before it. */
  remindedFor24?: Date | null;
  remindedFor1?: Date | null;
}

export const Events = defineModel<EventDoc>(
  'events',
  {
    society: ref,
    creator: ref,
    title: needed,
    titleFolded: needed,
    description: string,
    date: needed,
    time: needed,
    startsAt: date,
    endsAt: date,
    long: mark,
    series: optionalRef,
    seriesIndex: optionalNumber,
    changedAlone: mark,
    endDate: maybeString,
    endTime: maybeString,
    location: string,
    isOnline: flag,
    onlineLink: string,
    category: needed,
    image: string,
    seats: maybeNumber,
    registrationRequired: flag,
    offerZone: optionalString,
    tags: [String],
    cancelledAt: maybeDate,
    cancelReason: string,
    removedAt: maybeDate,
    createdAt: date,
    open: flag,
    attendees: number,
    interested: number,
    shares: number,
    seatsLeft: maybeNumber,
    version,
    rev: number,
    stewards: maybeRefs,
    stewardsVersion: optionalNumber,
    recount: mark,
    remindedFor24: maybeDate,
    remindedFor1: maybeDate,
  },
  [
    [{ open: 1, startsAt: 1, _id: 1 }],
    [{ society: 1, startsAt: 1, _id: 1 }],
    [{ long: 1, open: 1, startsAt: 1, _id: 1 }, { partialFilterExpression: { long: true } }],
    [{ open: 1, category: 1, startsAt: 1, _id: 1 }],
    [{ open: 1, titleFolded: 1, _id: 1 }],
    [{ society: 1, titleFolded: 1, _id: 1 }],
    [{ series: 1, startsAt: 1, _id: 1 }, { partialFilterExpression: { series: { $exists: true } } }],
    [{ stewards: 1 }, { partialFilterExpression: { stewards: { $exists: true } } }],
    recountIndex,
    imageIndex,
  ],
);

const stewardedBy = (user: Id) => ({ stewards: user });

describeCollection(Events, {
  description: 'An event is its society’s and stays; its creator is an id. A steward is removed from the list.',
  exportFilter: (user) => ({ creator: user }),
  omitted: ['stewards'],
  exportedPart: { name: 'stewarding', filter: stewardedBy, fields: ['title', 'startsAt', 'endsAt'] },
  erase: async ({ user }) => {
    await Events.updateMany(stewardedBy(user), { $pull: { stewards: user }, $inc: { stewardsVersion: 1 } });
  },
});

/** Status of an event at `now`; it counts as completed a day after its start. */
export const eventStatus = ({ cancelledAt, startsAt }: EventDoc, now = Date.now()): SharedEvent['Status'] =>
  cancelledAt ? 'cancelled' : statusOf(startsAt.getTime(), now);

/** Phase of an event: upcoming, now or ended. */
export const eventPhase = ({ startsAt, endsAt }: Pick<EventDoc, 'startsAt' | 'endsAt'>, now = Date.now()): SharedEvent['Phase'] =>
  phaseOf(startsAt.getTime(), endsAt.getTime(), now);
/** True for an ended event; nobody can attend it any more. */
export const hasEnded = (event: Pick<EventDoc, 'startsAt' | 'endsAt'>, now = Date.now()): boolean => eventPhase(event, now) === 'ended';

/** Whether the time of the event's stewards is over: two hours after its end. */
export const stewardsOver = ({ endsAt }: Pick<EventDoc, 'endsAt'>, now = Date.now()): boolean =>
  now >= endsAt.getTime() + doorTimes.staysMs;

/** The part of an event that is the same for every viewer. */
export const eventToWire = (event: EventDoc, creator: PersonDoc | undefined, societyName: string, now = Date.now()): SharedEvent => ({
  ID: String(event._id),
  Title: event.title,
  Description: event.description,
  Date: event.date,
  Time: event.time,
  Starts_At: event.startsAt.toISOString(),
  Ends_At: event.endsAt.toISOString(),
  End_Date: event.endDate,
  End_Time: event.endTime,
  Location: event.location,
  Category: event.category,
  Image: event.image,
  Organizer: societyName,
  Creator_Name: personName(creator),
  Creator_Image: personImage(creator),
  Society_Name: societyName,
  CreatedAt: event.createdAt.toISOString(),
  User: String(event.creator),
  Society_ID: String(event.society),
  Is_Online: event.isOnline,
  Max_Attendees: event.seats,
  seats_left: event.seatsLeft,
  attendees: event.attendees,
  interested: event.interested,
  shares: event.shares,
  Tags: event.tags,
  Registration_Required: event.registrationRequired,
  ...(event.offerZone !== undefined && { Offer_Seats: event.offerZone !== null }),
  Status: eventStatus(event, now),
  Phase: eventPhase(event, now),
  // Older events have no reason.
  Cancel_Reason: event.cancelReason ?? '',
  rev: event.rev,
  version: event.version,
});
