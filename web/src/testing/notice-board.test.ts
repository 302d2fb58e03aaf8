import { waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { getEventsBySociety } from '#models/contract/events';
import { no, onCall, requests } from './fake-server';
import { newId } from './fixtures';

const society = newId();
let hears: (frame: { data: string }) => void = () => {};
const says = (message: string, payload: object) => hears({ data: JSON.stringify({ message, payload }) });
const titles = () => [...document.querySelectorAll('#events h2')].map((title) => title.textContent);

class OneSocket {
  set onmessage(listener: typeof hears) {
    hears = listener;
  }
}

const start = globalThis.setTimeout;
/** Leaves out the timer of the board's clock, which would tick in the page of the next file, where no clock is. */
const withoutClock = (work: () => void, ms?: number) => (work.name === 'tick' ? 0 : start(work, ms));

async function open(): Promise<void> {
  vi.resetModules();
  vi.stubGlobal('WebSocket', OneSocket);
  vi.stubGlobal('setTimeout', withoutClock);
  const ids = ['name', 'title', 'nothing', 'time', 'date', 'state', 'events'];
  document.body.innerHTML = ids.map((id) => `<p id="${id}"></p>`).join('');
  history.replaceState(null, '', `/notice-board.html?rooms=society:${society}#token=good`);
  const page = '../../public/notice-board.js';
  await import(page);
  await waitFor(() => expect(titles()).toEqual(['Only for members']));
}

const event = { ID: newId(), Society_ID: society, Title: 'Only for members', Date: '2099-01-01', Status: 'upcoming', rev: 1, version: 1 };

it.each([
  ['the session ends', 'session:ended', {}, 3],
  ['the board comes back with a token that is no good', 'joined', { ok: false, code: 'unauthorized', error_message: 'Please log in.' }, 1],
])('the notice board removes a closed society when %s', async (_name, message, payload, asked) => {
  onCall(getEventsBySociety, () => ({ status: 200, body: { data: [event] } }));
  await open();
  onCall(getEventsBySociety, () => no(401, 'unauthorized', 'Please log in.'));
  requests.length = 0;
  for (const _time of [1, 2, 3]) says(message, payload);
  await waitFor(() => expect(titles()).toEqual([]));
  expect(requests.length).toBe(asked);
});

it('the notice board shows a restored event again, but not by a message from before its removal', async () => {
  onCall(getEventsBySociety, () => ({ status: 200, body: { data: [event] } }));
  await open();
  says('event:removed', { event_id: event.ID, society_id: society, version: 2 });
  await waitFor(() => expect(titles()).toEqual([]));
  says('event:created', event);
  says('event:created', { ...event, version: 3 });
  says('event:removed', { event_id: event.ID, society_id: society, version: 2 });
  await waitFor(() => expect(titles()).toEqual(['Only for members']));
});
