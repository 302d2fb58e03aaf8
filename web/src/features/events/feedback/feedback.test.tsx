import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EventFeedback, getEventFeedback, getMyFeedback, giveFeedback, type OwnFeedback } from '#models/contract/event-feedback';
import type { Event } from '#models/contract/events';
import { AttendeesCard } from '@/features/events/event-page/attendees-card';
import { mergeEvents } from '@/features/events/events.store';
import { setConnection } from '@/lib/connection';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { connectSocket } from '@/testing/fake-socket';
import { aUser, newId } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { anEvent } from '@/testing/society-fixtures';
import FeedbackCard from './feedback-card';
import FeedbackSummary from './feedback-summary';

let event = newId();
const own = (fields: Partial<OwnFeedback> = {}): OwnFeedback => ({
  event_id: event,
  Rating: null,
  Text: '',
  Until: '2026-12-12T16:00:00.000Z',
  Can: { answer: true },
  version: 0,
  ...fields,
});
const answered = { Rating: 4, Text: 'More chairs.', version: 1 };
const serve = (served: OwnFeedback) => onCall(getMyFeedback, () => yes(getMyFeedback, served));
const sent = () => requests.filter(({ path }) => path === giveFeedback.path).map(({ body }) => body);

beforeAll(async () => {
  await i18n.loadNamespaces(['feedback', 'event']);
  await connectSocket();
});
beforeEach(() => {
  event = newId();
  setConnection('online');
  useSession.setState({ status: 'in', user: aUser() });
});

describe('the card with the two questions after an event', () => {
  it('sends a rating and a text, and then shows the answer with the time until which it can be changed', async () => {
    serve(own());
    onCall(giveFeedback, () => yes(giveFeedback, own(answered)));
    const { user } = show(<FeedbackCard eventId={event} />);
    const send = await screen.findByRole('button', { name: 'Send' });
    expect(send).toHaveProperty('disabled', true);
    const group = within(screen.getByRole('group', { name: 'Your rating' }));
    expect(group.getAllByRole('radio').map((radio) => radio.getAttribute('aria-label'))).toEqual([
      '1, Poor',
      '2, Fair',
      '3, Good',
      '4, Very good',
      '5, Excellent',
    ]);
    await user.click(group.getByRole('radio', { name: '4, Very good' }));
    await user.type(screen.getByRole('textbox', { name: 'What should be better next time?' }), ' More chairs. ');
    await user.click(send);
    expect(await screen.findByText('More chairs.')).toBeDefined();
    expect(screen.getByText('You can change it until December 12, 2026.')).toBeDefined();
    expect(sent()).toEqual([{ event_id: event, rating: 4, text: 'More chairs.' }]);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'How was it?' }));
  });

  it('changes an answer, or leaves it as it is', async () => {
    serve(own(answered));
    onCall(giveFeedback, () => yes(giveFeedback, own({ ...answered, Rating: 5, version: 2 })));
    const { user } = show(<FeedbackCard eventId={event} />);
    await user.click(await screen.findByRole('button', { name: 'Change answer' }));
    expect(screen.getByRole('radio', { name: '4, Very good' })).toHaveProperty('checked', true);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Change answer' }));
    await user.click(screen.getByRole('radio', { name: '5, Excellent' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Excellent')).toBeDefined();
    expect(sent()).toEqual([{ event_id: event, rating: 5, text: 'More chairs.' }]);
  });

  it('keeps what was typed when sending fails, and after the page was left', async () => {
    serve(own());
    onCall(giveFeedback, () => no(409, 'feedback_closed', 'Feedback closed 14 days after the event.'));
    const { user, unmount } = show(<FeedbackCard eventId={event} />);
    await user.click(await screen.findByRole('radio', { name: '2, Fair' }));
    await user.type(screen.getByRole('textbox'), 'Louder.');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await screen.findByText('Feedback closed 14 days after the event.');
    expect(screen.getByRole('textbox')).toHaveProperty('value', 'Louder.');
    unmount();
    show(<FeedbackCard eventId={event} />);
    expect(await screen.findByRole('textbox')).toHaveProperty('value', 'Louder.');
    expect(screen.getByRole('radio', { name: '2, Fair' })).toHaveProperty('checked', true);
  });

  it('shows an answer that can no longer be changed without a button', async () => {
    serve(own({ ...answered, Can: { answer: false } }));
    show(<FeedbackCard eventId={event} />);
    expect(await screen.findByText('It can no longer be changed.')).toBeDefined();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('is not there for people who did not come', async () => {
    serve(own({ Can: { answer: false } }));
    show(<FeedbackCard eventId={event} />);
    await waitFor(() => expect(requests.some(({ path }) => path === getMyFeedback.path)).toBe(true));
    expect(screen.queryByRole('region', { name: 'How was it?' })).toBeNull();
  });

  it('says that the questions did not load, and loads them again', async () => {
    onCall(getMyFeedback, () => no(500, 'internal', 'Boom'));
    const { user } = show(<FeedbackCard eventId={event} />);
    await screen.findByText('The feedback form did not load');
    serve(own());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('group', { name: 'Your rating' })).toBeDefined();
  });

  it('keeps its fields without a connection, and marks the button that needs one', async () => {
    serve(own());
    const { user } = show(<FeedbackCard eventId={event} />);
    await user.click(await screen.findByRole('radio', { name: '3, Good' }));
    expect(screen.getByRole('button', { name: 'Send' }).hasAttribute('data-online')).toBe(true);
    expect(screen.getByRole('radio', { name: '3, Good' }).hasAttribute('data-online')).toBe(false);
  });
});

describe('the place of the two questions on an event page', () => {
  const going = { attendance: 'attending', version: 1, bookmarked: false, bookmark_version: 0 } as const;
  const ended = { Phase: 'ended', Status: 'completed', Standing: going } as const;

  const open = (fields: Partial<Event>) => {
    const { Standing: _standing, ...shown } = anEvent({ ID: event, ...fields });
    mergeEvents([anEvent({ ID: event, ...fields })]);
    show(<AttendeesCard event={shown} />);
  };

  it('is under who came, after the end, for people who had a seat', async () => {
    serve(own());
    open(ended);
    expect(await screen.findByRole('region', { name: 'How was it?' })).toBeDefined();
  });

  it.each<[string, Partial<Event>]>([
    ['before the end', { Standing: going }],
    ['for people without a seat', { ...ended, Standing: { ...going, attendance: 'not_attending' } }],
    ['after a cancelled event', { ...ended, Status: 'cancelled' }],
    ['for visitors', { ...ended, Standing: null }],
  ])('is empty %s, without a request', async (_when, fields) => {
    open(fields);
    await screen.findByRole('heading', { level: 2 });
    expect(requests.filter(({ path }) => path === getMyFeedback.path)).toEqual([]);
  });
});

describe('the summary of the answers for organizers', () => {
  const serveSummary = (fields: Partial<EventFeedback>) =>
    onCall(getEventFeedback, () =>
      yes(getEventFeedback, { event_id: event, Answers: null, Average: null, Ratings: null, Texts: null, ...fields }),
    );

  it('has the average, the number of answers, that of each rating and the texts', async () => {
    serveSummary({ Answers: 6, Average: 4.2, Ratings: [0, 1, 0, 2, 3], Texts: ['A bigger room.', 'A bigger room.', 'Coffee!'] });
    show(<FeedbackSummary eventId={event} />);
    expect((await screen.findByText('out of 5')).parentElement?.textContent).toBe('4.2out of 56 answers');
    const bars = within(screen.getByRole('list', { name: 'Answers by rating' })).getAllByRole('listitem');
    expect(bars.map(({ textContent }) => textContent)).toEqual(['Excellent3', 'Very good2', 'Good0', 'Fair1', 'Poor0']);
    expect(screen.getAllByText('A bigger room.')).toHaveLength(2);
    expect(screen.getByText('Coffee!')).toBeDefined();
  });

  it('is hidden until five people have answered', async () => {
    serveSummary({});
    show(<FeedbackSummary eventId={event} />);
    expect(await screen.findByText('Shown once five people have answered.')).toBeDefined();
  });

  it('says that it did not load', async () => {
    onCall(getEventFeedback, () => no(500, 'internal', 'Boom'));
    show(<FeedbackSummary eventId={event} />);
    expect(await screen.findByText('The feedback did not load')).toBeDefined();
  });
});
