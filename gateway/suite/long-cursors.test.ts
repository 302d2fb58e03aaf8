import { expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { getAllEvents } from '#models/contract/events';
import { getAllSocieties } from '#models/contract/societies';
import { buildEvent, buildSociety } from '#models/testing/builders';

const test = setUpTestApp();

// Characters for names and titles of maximum length: Latin, Arabic, three bytes long, and one that folds into eighteen letters.
const signs = ['a', 'س', '社', '\ufdfa'];

it.each(signs)('societies by name: a page that ends in a name of many "%s" is followed by the next', async (sign) => {
  const society = await buildSociety({ name: sign.repeat(80) });
  await buildSociety({ name: `${sign.repeat(79)}z` });
  const first = await test.call(getAllSocieties, { sort: 'name', limit: 1, q: society.name.slice(0, 70) });
  const second = await test.call(getAllSocieties, { sort: 'name', limit: 1, q: society.name.slice(0, 70), cursor: first.next ?? '' });
  expect([second.status, [...first.data, ...second.data].length, second.next]).toEqual([200, 2, null]);
});

it.each(signs)('events by title: a page that ends in a title of many "%s" is followed by the next', async (sign) => {
  const title = sign.repeat(120);
  await buildEvent({ title });
  await buildEvent({ title });
  const first = await test.call(getAllEvents, { sort: 'title', limit: 1, q: title.slice(0, 90) });
  const second = await test.call(getAllEvents, { sort: 'title', limit: 1, q: title.slice(0, 90), cursor: first.next ?? '' });
  expect([second.status, [...first.data, ...second.data].length, second.next]).toEqual([200, 2, null]);
});
