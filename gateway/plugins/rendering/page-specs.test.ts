import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { isCallPath } from '#models/contract/index';
import { pageOf, pageSpecs } from './page-specs.js';

const root = path.resolve(import.meta.dirname, '../../..');
const id = 'a'.repeat(24);

it.each(pageSpecs.map((page) => [page.path, page] as const))(
  '%s names modules and texts that exist',
  (_path, { modules, later = [], texts }) => {
    const files = [
      ...[...modules, ...later].map((file) => `web/${file}`),
      ...['en', 'ar'].flatMap((language) => texts.map((area) => `models/texts/${language}/${area}.json`)),
    ];
    expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  },
);

it('finds a page by its path, with a valid id, and no call', () => {
  expect(pageOf(`/events/${id}`)?.path).toBe('/events/:id');
  expect(pageOf('/')?.path).toBe('/');
  for (const other of ['/account', '/events/abc', `/events/${id}/edit`, '/events?q=a', '/events/']) expect(pageOf(other)).toBeNull();
  for (const { path: page } of pageSpecs) expect(isCallPath(page.replace(':id', id))).toBe(false);
});
