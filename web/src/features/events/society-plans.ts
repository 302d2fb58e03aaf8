/** What a society's timeline shows of its events: one script. */
export { CreateEvent } from './create-event';
export { UpcomingEvents } from './upcoming-events';
