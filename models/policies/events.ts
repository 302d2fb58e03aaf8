import type { EventFacts, FeedbackFacts, QuestionFacts, Viewer } from './facts.js';
import { hasScope } from './scopes.js';
import { isAdmin, isModerator, mayWrite, moderates, roleIn, seeEvents } from './societies.js';

const seeEvent = (viewer: Viewer | null, event: EventFacts): boolean => !event.removed && seeEvents(viewer, event.society);
/** The creator, while a member of its society. */
const isCreator = (viewer: Viewer | null, event: EventFacts): boolean =>
  viewer?.id === event.creator && roleIn(viewer, event.society) !== null;

const organises = (viewer: Viewer | null, event: EventFacts): boolean => isCreator(viewer, event) || isModerator(viewer, event.society);

/**
 * A person whom the organisers named for this event, until two hours after its end. In a sensitive society only a member, since
 * stewards see who comes.
 */
const isSteward = (viewer: Viewer | null, event: EventFacts): boolean =>
  viewer !== null &&
  !event.stewardsOver &&
  event.stewards.includes(viewer.id) &&
  !viewer.banned.has(event.society.id) &&
  (!event.sensitive || roleIn(viewer, event.society) !== null);

/** Whether somebody may work at the door. */
const atDoor = (viewer: Viewer | null, event: EventFacts): boolean => organises(viewer, event) || isSteward(viewer, event);

/** Hidden, as a comment, where a block is between the viewer and its asker. */
const seeQuestion = (viewer: Viewer | null, { asker, removed, event }: QuestionFacts): boolean =>
  !removed && seeEvent(viewer, event) && (hasScope(viewer, 'moderate') || !viewer?.blocked.has(asker));

/** Not for people whom the society banned, also where its events are public. */
const ownFeedback = (viewer: Viewer | null, event: EventFacts): viewer is Viewer =>
  viewer !== null && seeEvent(viewer, event) && !viewer.banned.has(event.society.id);

export const eventRules = {
  'event.list': () => true,
  'event.see': seeEvent,
  'event.attend': (viewer: Viewer | null, event: EventFacts) =>
    mayWrite(viewer) && seeEvent(viewer, event) && !event.cancelled && !event.over,
  'event.bookmark': (viewer: Viewer | null, event: EventFacts) => mayWrite(viewer) && seeEvent(viewer, event),
  'event.share': (viewer: Viewer | null, event: EventFacts) => mayWrite(viewer) && seeEvent(viewer, event),
  'event.attendees': (viewer: Viewer | null, event: EventFacts) => seeEvent(viewer, event) && atDoor(viewer, event),
  /** Seeing the waiting list and the messages. */
  'event.organise': (viewer: Viewer | null, event: EventFacts) => seeEvent(viewer, event) && organises(viewer, event),
  'event.checkIn': (viewer: Viewer | null, event: EventFacts) => mayWrite(viewer) && seeEvent(viewer, event) && atDoor(viewer, event),
  /** Checking oneself in by the code on the door screen; the seat and the time are conditions of their own. */
  'event.checkInHere': (viewer: Viewer | null, event: EventFacts) => mayWrite(viewer) && seeEvent(viewer, event),
  /** Naming stewards. */
  'event.stewards': (viewer: Viewer | null, event: EventFacts) => mayWrite(viewer) && seeEvent(viewer, event) && organises(viewer, event),
  /** Writing to those who are going, who wait or who came. */
  'event.message': (viewer: Viewer | null, event: EventFacts) => mayWrite(viewer) && seeEvent(viewer, event) && organises(viewer, event),
  'event.edit': (viewer: Viewer | null, event: EventFacts) => mayWrite(viewer) && seeEvent(viewer, event) && organises(viewer, event),
  'event.delete': (viewer: Viewer | null, event: EventFacts) =>
    mayWrite(viewer) &&
    seeEvent(viewer, event) &&
    (isCreator(viewer, event) || isAdmin(viewer, event.society) || hasScope(viewer, 'moderate')),
  /** Seeing the own answer to the questions after an event. */
  'feedback.own': ownFeedback,
  'feedback.give': (viewer: Viewer | null, { event, came }: FeedbackFacts) =>
    mayWrite(viewer) && ownFeedback(viewer, event) && !event.cancelled && came,
  'event.ask': (viewer: Viewer | null, event: EventFacts) => mayWrite(viewer) && seeEvent(viewer, event),
  'question.see': seeQuestion,
  'question.answer': (viewer: Viewer | null, question: QuestionFacts) =>
    mayWrite(viewer) && seeQuestion(viewer, question) && organises(viewer, question.event),
  /** Withdrawing an own question, or deleting one as a moderator. */
  'question.delete': (viewer: Viewer | null, { asker, removed, event }: QuestionFacts) =>
    mayWrite(viewer) && !removed && seeEvent(viewer, event) && (viewer.id === asker || moderates(viewer, event.society)),
};
