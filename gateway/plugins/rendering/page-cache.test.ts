import { expect, it, vi } from 'vitest';
import { PageCache, type PageDocument } from './page-cache.js';

const [one, other] = ['a'.repeat(24), 'b'.repeat(24)];
const pageAbout = (...dependencies: string[]): PageDocument => {
  const text = Buffer.from(dependencies.join());
  return { bodies: { '': text, br: text, gzip: text }, dependencies: new Set(dependencies) };
};
const message = (rooms: string[], payload: unknown = {}) => ({ rooms, message: 'event:stats', payload });

it('renders a page once for all who ask for it at the same time, and not again while it is cached', async () => {
  const cache = new PageCache();
  const render = vi.fn(async () => pageAbout(one));
  const all = await Promise.all([cache.get('/a', render), cache.get('/a', render), cache.get('/b', render)]);
  expect(await cache.get('/a', render)).toBe(all[0]);
  expect(all[0]).toBe(all[1]);
  expect(render).toHaveBeenCalledTimes(2);
});

it.each([
  ['its thing', [`event:${one}`], {}],
  ['a list on it', ['events'], {}],
  ['something that only the message names', [`society:${other}`], { event: { ID: one } }],
])('drops a page by a message about %s', async (_name, rooms, payload) => {
  const cache = new PageCache();
  await cache.get('/a', async () => pageAbout(one, 'events'));
  await cache.get('/b', async () => pageAbout('c'.repeat(24)));
  cache.invalidateByMessage(message(rooms, payload));
  const render = vi.fn(async () => pageAbout(one));
  await cache.get('/a', render);
  await cache.get('/b', render);
  expect(render).toHaveBeenCalledTimes(1);
});

it('keeps a page by a message to one person', async () => {
  const cache = new PageCache();
  await cache.get('/a', async () => pageAbout(one));
  cache.invalidateByMessage(message([`user:${other}`], { event_id: one }));
  expect(cache.size).toBe(1);
});

it('does not cache a page about which a message came while it was rendered', async () => {
  const cache = new PageCache();
  const pages = [cache.get('/a', async () => pageAbout(one)), cache.get('/b', async () => pageAbout(other))];
  cache.invalidateByMessage(message([`event:${one}`]));
  await Promise.all(pages);
  expect(cache.size).toBe(1);
});

it('caches nothing of a failed rendering, nor of one during which messages were missed', async () => {
  const cache = new PageCache();
  await expect(cache.get('/a', () => Promise.reject(new Error('busy')))).rejects.toThrow('busy');
  const page = cache.get('/a', async () => pageAbout(one));
  cache.clear();
  await page;
  expect(cache.size).toBe(0);
});
