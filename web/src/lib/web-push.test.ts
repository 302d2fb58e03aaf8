import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getPushKey, pushSubscribe, pushUnsubscribe } from '#models/contract/push';
import { type FakePushBrowser, fakePushBrowser } from '@/testing/fake-push-browser';
import { onCall, requests, yes } from '@/testing/fake-server';
import { aUser } from '@/testing/fixtures';
import { useSession } from './session';
import { dropToken, saveToken } from './token';
import { onPushOpened, startPush, turnPushOff, turnPushOn, usePush } from './web-push';

const [layla, omar] = [aUser(), aUser()];
let browser: FakePushBrowser;
let stop = () => {};
const signedIn = (user = layla) => {
  saveToken('good', true);
  useSession.setState({ status: 'in', user });
};
const signedOut = () => {
  dropToken();
  useSession.setState({ status: 'out', user: null });
};
const asked = () => requests.map(({ path, body }) => [path, body?.endpoint]);
const state = () => usePush.getState().state;

beforeEach(() => {
  browser = fakePushBrowser();
  usePush.setState({ state: 'unsupported' });
  onCall(getPushKey, () => yes(getPushKey, { key: 'server-key' }));
  onCall(pushSubscribe, () => yes(pushSubscribe, { subscribed: true }));
  onCall(pushUnsubscribe, () => yes(pushUnsubscribe, { subscribed: false }));
  signedIn();
});
afterEach(() => {
  stop();
  signedOut();
});

describe('turning push on', () => {
  it('asks for permission, subscribes with the server’s key, and sends the endpoint', async () => {
    expect(await turnPushOn()).toBe('on');
    expect([browser.keys, browser.registered]).toEqual([['server-key'], ['/sw.js']]);
    expect(requests.at(-1)?.body).toEqual({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } });
    expect(state()).toBe('on');
  });

  it('replaces an existing subscription, whose key may be outdated', async () => {
    browser.endpoint = 'https://push.example/old';
    await turnPushOn();
    expect([browser.keys, browser.endpoint]).toEqual([['server-key'], 'https://push.example/1']);
  });

  it.each([
    ['denied', 'forbidden'],
    ['default', 'off'],
  ] as const)('makes no call if the permission is %s', async (answer, then) => {
    browser.answer = answer;
    expect(await turnPushOn()).toBe(then);
    expect([browser.keys, requests]).toEqual([[], []]);
  });

  it('fails if the push service is unreachable, and stays off', async () => {
    stop = await startPush();
    browser.isCut = true;
    await expect(turnPushOn()).rejects.toThrow('push service error');
    expect([state(), asked().flat()]).toEqual(['off', [getPushKey.path, undefined]]);
  });
});

it('turning push off unsubscribes the browser and tells the server', async () => {
  await turnPushOn();
  expect(await turnPushOff()).toBe('off');
  expect([browser.endpoint, requests.at(-1)?.path, requests.at(-1)?.body]).toEqual([
    null,
    pushUnsubscribe.path,
    { endpoint: 'https://push.example/1' },
  ]);
});

describe('push on a new page', () => {
  it.each([
    ['unsupported', 'default', ''],
    ['forbidden', 'denied', layla.ID],
    ['off', 'granted', ''],
    ['on', 'granted', layla.ID],
  ] as const)('is %s at once', async (seen, permission, askedBy) => {
    browser.permission = permission;
    if (askedBy) localStorage.setItem('nadi-push', askedBy);
    if (seen === 'unsupported') Reflect.deleteProperty(navigator, 'serviceWorker');
    vi.resetModules();
    expect((await import('./web-push')).usePush.getState().state).toBe(seen);
  });

  it('is off if no user has subscribed', async () => {
    stop = await startPush();
    expect([state(), requests]).toEqual(['off', []]);
  });

  it('sends the subscription again for the user who subscribed', async () => {
    await turnPushOn();
    requests.length = 0;
    stop = await startPush();
    expect([asked(), state()]).toEqual([[[pushSubscribe.path, 'https://push.example/1']], 'on']);
  });

  it('ends the subscription of another user', async () => {
    await turnPushOn();
    signedIn(omar);
    stop = await startPush();
    expect([browser.endpoint, state()]).toEqual([null, 'off']);
  });

  it('ends the subscription of an interrupted sign-out and closes its notifications', async () => {
    await turnPushOn();
    signedOut();
    browser.shown = ['A comment'];
    stop = await startPush();
    expect([browser.endpoint, localStorage.getItem('nadi-push'), state(), browser.shown]).toEqual([null, null, 'off', []]);
  });

  it('is forbidden if the permission is denied', async () => {
    browser.permission = 'denied';
    stop = await startPush();
    expect(state()).toBe('forbidden');
  });

  it('does nothing in a browser without push', async () => {
    vi.stubGlobal('PushManager', undefined);
    delete (window as Partial<Window & { PushManager: unknown }>).PushManager;
    stop = await startPush();
    expect([browser.registered, state()]).toEqual([[], 'unsupported']);
    expect(await turnPushOn()).toBe('unsupported');
  });
});

describe('push on an open page', () => {
  it('is ended by signing out, even if the server is unreachable', async () => {
    await turnPushOn();
    stop = await startPush();
    requests.length = 0;
    browser.shown = ['A post of a closed society', 'A comment'];
    signedOut();
    await waitFor(() => expect([browser.endpoint, state(), browser.shown]).toEqual([null, 'off', []]));
    expect(requests).toEqual([]);
  });

  it('survives a short outage, since the token is still there', async () => {
    await turnPushOn();
    stop = await startPush();
    useSession.setState({ status: 'out', user: null });
    signedIn();
    await waitFor(() => expect(requests.at(-1)?.path).toBe(pushSubscribe.path));
    expect(browser.endpoint).toBe('https://push.example/1');
  });

  it('sends a subscription that the browser has renewed', async () => {
    await turnPushOn();
    stop = await startPush();
    requests.length = 0;
    browser.endpoint = 'https://push.example/renewed';
    browser.says({ kind: 'renewed' });
    await waitFor(() => expect(asked()).toContainEqual([pushSubscribe.path, 'https://push.example/renewed']));
  });

  it('follows permission changes in the browser settings', async () => {
    stop = await startPush();
    browser.decides('denied');
    await waitFor(() => expect(state()).toBe('forbidden'));
    browser.decides('granted');
    await waitFor(() => expect(state()).toBe('off'));
  });

  it('opens the page of a clicked notification; one of another user opens the home page and stays unread', async () => {
    stop = await startPush();
    const opened = vi.fn();
    const end = onPushOpened(opened);
    browser.says({ kind: 'open', user: layla.ID, page: '/posts/1', read: 'n1' });
    browser.says({ kind: 'open', user: omar.ID, page: '/posts/3', read: 'n3' });
    end();
    browser.says({ kind: 'open', user: layla.ID, page: '/posts/2', read: null });
    expect(opened.mock.calls).toEqual([
      ['/posts/1', 'n1'],
      ['/', null],
    ]);
  });
});
