import Fastify, { type FastifyReply } from 'fastify';
import { expect, it } from 'vitest';
import { getUnreadCount } from '#models/contract/notifications';
import { collectOpenApiViolations } from './assert-openapi.js';

async function departuresOf(answer: (reply: FastifyReply) => unknown): Promise<string[]> {
  const app = Fastify();
  app.get(getUnreadCount.path, async (_request, reply) => answer(reply));
  const departures = collectOpenApiViolations(app);
  await app.inject(getUnreadCount.path);
  await app.close();
  return [...departures];
}

it.each([
  ['as declared', () => ({ data: 3 }), 0],
  ['of another type', () => ({ data: '3' }), 1],
  ['with a field that nobody declared', () => ({ data: 3, more: 1 }), 1],
  ['without a field', () => ({}), 1],
  ['with another status', (reply: FastifyReply) => reply.code(201).send({ data: 3 }), 1],
  ['of a declared failure', (reply: FastifyReply) => reply.code(401).send({ error_message: 'Please log in.', code: 'unauthorized' }), 0],
  ['of a failure in other words', (reply: FastifyReply) => reply.code(401).send({ error_message: 'No.', code: 'unauthorized' }), 1],
  [
    'of a failure that it does not declare',
    (reply: FastifyReply) => reply.code(404).send({ error_message: 'Not found.', code: 'not_found' }),
    1,
  ],
])('collectOpenApiViolations checks an answer %s', async (_name, answer, count) => {
  expect(await departuresOf(answer)).toHaveLength(count);
});
