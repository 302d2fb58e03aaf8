import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveMessage } from '#models/bus/live-stream';
import { PageCache, type PageDocument, PageRevoked } from './page-cache.js';

const [one, other] = ['a'.repeat(24), 'b'.repeat(24)];
const pageAbout = (...dependencies: string[]): PageDocument => {
  const text = Buffer.from(dependencies.join());
  return { bodies: { '': text, br: text, gzip: text }, dependencies: new Set(dependencies) };
};
const counted = (rooms: string[], payload: unknown = {}): LiveMessage => ({ rooms, message: 'event:stats', payload });
const removed = (rooms: string[], payload: unknown = {}): LiveMessage => ({ rooms, message: 'event:removed', payload });

let isCurrent = true;
const onDropped = vi.fn();
let cache: PageCache;
beforeEach(() => {
  isCurrent = true;
  onDropped.mockClear();
  cache = new PageCache({ isCurrent: () => isCurrent, onDropped });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Gives the event loop the turns that a settled rendering needs to be stored. */
const settled = () => vi.waitFor(() => expect(cache.size).toBeGreaterThan(0));

it('renders a page once for all who ask for it at the same time, and not again while it is cached', async () => {
  const render = vi.fn(async () => pageAbout(one));
  const all = await Promise.all([cache.get('/a', render), cache.get('/a', render), cache.get('/b', render)]);
  expect(cache.get('/a', render)).toBe(all[0]);
  expect(all[0]).toBe(all[1]);
  expect(render).toHaveBeenCalledTimes(2);
});

describe('a page to which something was added', () => {
  it.each([
    ['to its thing', [`event:${one}`], {}],
    ['to a list on it', ['events'], {}],
    ['to something that only the message names', [`society:${other}`], { event_id: one }],
  ])('%s is sent as it is while it is rendered again', async (_name, rooms, payload) => {
    const before = await cache.get('/a', async () => pageAbout(one, 'events'));
    await cache.get('/b', async () => pageAbout('c'.repeat(24)));
    cache.invalidateByMessage(counted(rooms, payload));
    const after = pageAbout(one);
    const render = vi.fn(async () => after);
    expect(cache.get('/a', render)).toBe(before);
    expect(cache.get('/b', render)).toBeDefined();
    expect(render).toHaveBeenCalledTimes(1);
    await vi.waitFor(() => expect(cache.get('/a', render)).toBe(after));
    expect(onDropped).not.toHaveBeenCalled();
  });

  it('while it was rendered, is rendered again with the next request', async () => {
    const page = cache.get('/a', async () => pageAbout(one));
    cache.invalidateByMessage(counted([`event:${one}`]));
    const first = await page;
    const render = vi.fn(async () => pageAbout(one));
    expect(cache.get('/a', render)).toBe(first);
    expect(render).toHaveBeenCalledTimes(1);
  });

  it('stays if it cannot be rendered again now', async () => {
    const before = await cache.get('/a', async () => pageAbout(one));
    cache.invalidateByMessage(counted([`event:${one}`]));
    const fail = vi.fn(() => Promise.reject(new Error('busy')));
    expect(cache.get('/a', fail)).toBe(before);
    await vi.waitFor(() => {
      expect(cache.get('/a', fail)).toBe(before);
      expect(fail.mock.calls.length).toBeGreaterThan(1);
    });
  });

  it('is not sent while messages do not come', async () => {
    const before = await cache.get('/a', async () => pageAbout(one));
    cache.invalidateByMessage(counted([`event:${one}`]));
    isCurrent = false;
    expect(await cache.get('/a', async () => pageAbout(one))).not.toBe(before);
  });
});

describe('a page of which something was hidden', () => {
  it.each([
    ['its thing', [`event:${one}`], {}],
    ['something of a list on it', ['events'], {}],
    ['something that only the message names', [`society:${other}`], { event_id: one }],
  ])('%s is never sent again', async (_name, rooms, payload) => {
    const before = await cache.get('/a', async () => pageAbout(one, 'events'));
    const rest = await cache.get('/b', async () => pageAbout('c'.repeat(24)));
    cache.invalidateByMessage(removed(rooms, payload));
    await expect(cache.get('/a', () => Promise.reject(new Error('busy')))).rejects.toThrow('busy');
    expect(await cache.get('/a', async () => pageAbout(one))).not.toBe(before);
    expect(await cache.get('/b', async () => pageAbout(one))).toBe(rest);
    expect(onDropped.mock.calls).toEqual([['/a']]);
  });

  it('while it was rendered, is not sent to those who waited, nor cached', async () => {
    const pages = [cache.get('/a', async () => pageAbout(one)), cache.get('/b', async () => pageAbout(other))];
    cache.invalidateByMessage(removed([`event:${one}`]));
    await expect(pages[0]).rejects.toThrow(PageRevoked);
    await pages[1];
    expect(cache.size).toBe(1);
  });

  it('is not joined by a later request while it is rendered', async () => {
    const first = cache.get('/a', async () => pageAbout(one)) as Promise<PageDocument>;
    first.catch(() => {});
    cache.invalidateByMessage(removed([`event:${one}`]));
    const after = pageAbout(one);
    expect(await cache.get('/a', async () => after)).toBe(after);
    await expect(first).rejects.toThrow(PageRevoked);
    expect(cache.get('/a', async () => pageAbout(one))).toBe(after);
  });
});

it('keeps a page by a message to one person', async () => {
  await cache.get('/a', async () => pageAbout(one));
  cache.invalidateByMessage({ rooms: [`user:${other}`], message: 'attendance:changed', payload: { event_id: one } });
  expect(cache.size).toBe(1);
});

it('sends a page that is older than half a minute while it is rendered again, and none that is older than five minutes', async () => {
  vi.useFakeTimers();
  const before = await cache.get('/a', async () => pageAbout(one));
  const render = vi.fn(() => new Promise<PageDocument>(() => {}));
  vi.advanceTimersByTime(29_000);
  expect(cache.get('/a', render)).toBe(before);
  expect(render).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2000);
  expect(cache.get('/a', render)).toBe(before);
  expect(render).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(5 * 60_000);
  expect(cache.get('/a', render)).toBeInstanceOf(Promise);
});

it('asks again whether a page can be rendered after half a minute', async () => {
  vi.useFakeTimers();
  await cache.get('/a', async () => ({ ...pageAbout(one), bodies: null }));
  expect(cache.get('/a', async () => pageAbout(one))).toMatchObject({ bodies: null });
  vi.advanceTimersByTime(31_000);
  expect(await cache.get('/a', async () => pageAbout(one))).not.toMatchObject({ bodies: null });
});

it('caches nothing of a failed rendering, nor of one during which messages were missed', async () => {
  await expect(cache.get('/a', () => Promise.reject(new Error('busy')))).rejects.toThrow('busy');
  const page = cache.get('/a', async () => pageAbout(one));
  cache.clear();
  await expect(page).rejects.toThrow(PageRevoked);
  expect(cache.size).toBe(0);
});

it('drops every page when messages may have been missed, and says which', async () => {
  void cache.get('/a', async () => pageAbout(one));
  await settled();
  cache.clear();
  expect(cache.size).toBe(0);
  expect(onDropped.mock.calls).toEqual([['/a']]);
});
