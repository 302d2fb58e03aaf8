import type { EventFacts, Viewer } from './facts.js';
import { hasScope } from './scopes.js';
import { isAdmin, isModerator, mayWrite, roleIn, seeEvents } from './societies.js';

const seeEvent = (viewer: Viewer | null, event: EventFacts): boolean => !event.removed && seeEvents(viewer, event.society);
/** The creator, while a member of its society. */
const isCreator = (viewer: Viewer | null, event: EventFacts): boolean =>
  viewer?.id === event.creator && roleIn(viewer, event.society) !== null;

const organises = (viewer: Viewer | null, event: EventFacts): boolean => isCreator(viewer, event) || isModerator(viewer, event.society);

export const eventRules = {
  'event.list': () => true,
  'event.see': seeEvent,
  'event.attend': (viewer: Viewer | null, event: EventFacts) =>
    mayWrite(viewer) && seeEvent(viewer, event) && !event.cancelled && !event.over,
  'event.bookmark': (viewer: Viewer | null, event: EventFacts) => mayWrite(viewer) && seeEvent(viewer, event),
  'event.share': (viewer: Viewer | null, event: EventFacts) => mayWrite(viewer) && seeEvent(viewer, event),
  'event.attendees': (viewer: Viewer | null, event: EventFacts) => seeEvent(viewer, event) && organises(viewer, event),
  'event.checkIn': (viewer: Viewer | null, event: EventFacts) => mayWrite(viewer) && seeEvent(viewer, event) && organises(viewer, event),
  /** Writing to those who are going, who wait or who came. */
  'event.message': (viewer: Viewer | null, event: EventFacts) => mayWrite(viewer) && seeEvent(viewer, event) && organises(viewer, event),
  'event.edit': (viewer: Viewer | null, event: EventFacts) => mayWrite(viewer) && seeEvent(viewer, event) && organises(viewer, event),
  'event.delete': (viewer: Viewer | null, event: EventFacts) =>
    mayWrite(viewer) &&
    seeEvent(viewer, event) &&
    (isCreator(viewer, event) || isAdmin(viewer, event.society) || hasScope(viewer, 'moderate')),
};
