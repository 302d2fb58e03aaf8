import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { firstRequests, readPageRequest } from './view.js';

const phone = 'Mozilla/5.0 (Linux; Android 14) Mobile Safari/537.36';
const asked = (url: string, headers: Record<string, string> = {}, view = '', method = 'GET') =>
  readPageRequest({ method, url, headers, cookies: view ? { 'nadi-view': view } : {} } as unknown as FastifyRequest);

it.each([
  ['the defaults', {}, '', ['en', 'latn', true, 'auto']],
  ['the language of the browser', { 'accept-language': 'ar-JO,ar;q=0.9,en;q=0.8' }, '', ['ar', 'latn', true, 'auto']],
  ['what was chosen before what the browser says', { 'accept-language': 'ar' }, 'en...', ['en', 'latn', true, 'auto']],
  ['the digits and the scheme that were chosen', {}, 'ar.arab.dark.', ['ar', 'arab', true, 'dark']],
  ['a phone by its name', { 'user-agent': phone }, '', ['en', 'latn', false, 'auto']],
  ['a phone by its hint', { 'sec-ch-ua-mobile': '?1' }, '', ['en', 'latn', false, 'auto']],
  ['a desktop by its hint', { 'sec-ch-ua-mobile': '?0', 'user-agent': phone }, '', ['en', 'latn', true, 'auto']],
  ['the defaults where the cookie holds something else', {}, 'fr.roman.pink.', ['en', 'latn', true, 'auto']],
] as const)('a page is rendered for %s', (_name, headers, view, [language, digits, isWide, scheme]) => {
  expect(asked('/events', headers, view)).toMatchObject({ view: { language, digits, isWide }, scheme });
});

it('pages that look different have different keys', () => {
  const views = ['', 'ar...', '.arab..', '..dark.', '..light.'];
  const keys = views.flatMap((view) => ['/events', '/societies'].map((url) => asked(url, {}, view)?.key));
  expect(new Set([...keys, asked('/events', { 'sec-ch-ua-mobile': '?1' })?.key]).size).toBe(11);
});

it('names the pages without an id as a browser without the cookie asks for them', () => {
  const keys = firstRequests().map(({ key }) => key);
  const headers: Record<string, string>[] = [
    {},
    { 'user-agent': phone },
    { 'accept-language': 'ar' },
    { 'accept-language': 'ar', 'user-agent': phone },
  ];
  for (const url of ['/', '/about', '/events', '/societies', '/login'])
    for (const each of headers) expect(keys).toContain(asked(url, each)?.key);
  expect(keys).toHaveLength(8 * 4);
});

it.each([
  ['of a browser in which somebody is signed in', '/events', {}, '...in', 'GET'],
  ['with a token', '/events', { authorization: 'Bearer x' }, '', 'GET'],
  ['with a query', '/events?q=chess', {}, '', 'GET'],
  ['for its headers only', '/events', {}, '', 'HEAD'],
  ['for a page that only signed-in people see', '/account', {}, '', 'GET'],
  ['for a thing without a valid id', '/events/abc', {}, '', 'GET'],
])('a request %s gets the shell', (_name, url, headers, view, method) => {
  expect(asked(url, headers as Record<string, string>, view, method)).toBeNull();
});
