/** Event parts of a society's timeline, loaded as one chunk. */
export { CreateEvent } from './create-event';
export { UpcomingEvents } from './upcoming-events';
