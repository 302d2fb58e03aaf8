import { act, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sessionEnded } from '#models/contract/auth';
import { commentCreated } from '#models/contract/comments';
import { messages } from '#models/contract/index';
import { typing } from '#models/contract/posts';
import { joinRequestLooking } from '#models/contract/request-desk';
import { getStatistics } from '#models/contract/societies';
import { getUserInfo, ownChanged } from '#models/contract/users';
import { i18n } from '@/lib/i18n';
import { checkSession, startSession, useSession } from '@/lib/session';
import { readToken, saveToken } from '@/lib/token';
import { setUnread } from '@/sync/unread';
import { type ConformanceRow, conforms } from './conformance';
import { no, onCall, yes } from './fake-server';
import { arrives, connectSocket } from './fake-socket';
import { newId } from './fixtures';
import { show } from './render';
import { adminRows } from './rows/admins';
import { cards, notified } from './rows/cards';
import { doorRows } from './rows/doors';
import { eventRows } from './rows/events';
import { helpRows } from './rows/help';
import { peopleRows } from './rows/people';
import { feed, first, ofPost, openComments, post, posts, serveComments, servePosts, sharedComment } from './rows/posts';
import { questionRows } from './rows/questions';
import { seriesRows } from './rows/series';
import { me, subject } from './rows/shared';
import { memberRows, mutes, requestRows, societyFollows, societyRows } from './rows/societies';

const rows: ConformanceRow[] = [
  ...mutes,
  ...societyFollows,
  ...posts,
  ...cards,
  ...notified,
  ...societyRows,
  ...memberRows,
  ...requestRows,
  ...eventRows,
  ...seriesRows,
  ...questionRows,
  ...doorRows,
  ...peopleRows,
  ...helpRows,
  ...adminRows,
];
/** Messages without stored state cannot be refetched; they have their own tests below. */
const announced = [typing, sessionEnded, joinRequestLooking];

beforeAll(async () => {
  await i18n.loadNamespaces(['posts', 'polls', 'cards', 'notifications', 'events', 'event-form', 'questions', 'societies']);
  await connectSocket();
});
beforeEach(() => {
  useSession.setState({ status: 'in', user: me });
  setUnread(0);
  onCall(getStatistics, () => no(403, 'forbidden', 'No'));
});

it('every message, and every kind of own change, has a conformance row', () => {
  const kinds = rows.filter(({ message }) => message.name === ownChanged.name).map(({ what }) => what?.split(':')[0]);
  expect([...new Set(kinds)].toSorted()).toEqual(ownChanged.payload.shape.kind.options.toSorted());
  const covered = new Set([...rows.map(({ message }) => message.name), ...announced.map(({ name }) => name)]);
  expect([...covered].toSorted()).toEqual(messages.map(({ name }) => name).toSorted());
});

for (const one of rows) conforms(one);

describe('messages without stored state', () => {
  it('typing is shown once per person, not for oneself, and removed by the comment', async () => {
    servePosts([post]);
    serveComments([], 5);
    const { user } = show(feed);
    await openComments(user);
    const payload = { post_id: post.ID, user_id: newId(), User_Name: 'Rand Tarawneh' };
    arrives(typing, payload);
    arrives(typing, payload);
    expect(screen.getAllByText('Rand is typing')).toHaveLength(1);
    arrives(typing, { ...payload, user_id: me.ID, User_Name: me.Name });
    expect(screen.getAllByText(/is typing/)).toHaveLength(1);
    arrives(commentCreated, { ...ofPost(1, 6), comment: { ...sharedComment(first), User: payload.user_id } });
    expect(screen.queryByText(/is typing/)).toBeNull();
  });

  it('the end of the own session needs confirmation by the server, and shows one toast', async () => {
    saveToken('good', true);
    onCall(getUserInfo, () => yes(getUserInfo, me));
    await act(startSession);
    show(subject('here'));
    arrives(sessionEnded, { reason: 'ended_elsewhere', session_ids: [newId()] });
    await act(checkSession);
    expect(useSession.getState().status).toBe('in');
    onCall(getUserInfo, () => no(401, 'unauthorized', 'Please log in.'));
    arrives(sessionEnded, { reason: 'ended_elsewhere', session_ids: 'all' });
    arrives(sessionEnded, { reason: 'ended_elsewhere', session_ids: 'all' });
    await waitFor(() => expect(useSession.getState().status).toBe('out'));
    expect(await screen.findAllByText(/please log in again/)).toHaveLength(1);
  });

  it('a suspension ends the session at once, with its own text', async () => {
    saveToken('good', true);
    onCall(getUserInfo, () => yes(getUserInfo, me));
    await act(startSession);
    show(subject('here'));
    onCall(getUserInfo, () => no(401, 'unauthorized', 'Please log in.'));
    arrives(sessionEnded, { reason: 'suspended', session_ids: 'all' });
    expect(await screen.findByText('This account is suspended.')).toBeDefined();
    expect([useSession.getState().status, readToken()]).toEqual(['out', null]);
    expect(screen.queryByText(/please log in again/)).toBeNull();
  });
});
