import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import type { FastifyError, FastifyInstance } from 'fastify';
import { queue, queueNames } from '#models/bus/jobs';
import { boardPath } from '#models/contract/admin';
import { fail } from '#models/contract/failure';
import { redact } from '#models/log';
import { viewerOfBoard } from './board-session.js';
import { boardStyles } from './board-styles.js';
import { answerError } from './errors.js';

/** Allow reading and retrying failed jobs; refuse everything else that the board could do. */
const retries = new Set(['/api/queues/:queueName/:jobId/retry', '/api/queues/:queueName/retry/:queueStatus']);

const adapters = (): BullMQAdapter[] => queueNames.map((name) => new BullMQAdapter(queue(name)));

/** Removes the font of another server from the board's page, and hides the refused controls. */
const ownPage = (page: string): string =>
  page.replace(/<link[^>]+fonts\.googleapis\.com[^>]*>/, '').replace('</head>', `<style>${boardStyles}</style></head>`);

/** Serves the queue board to platform admins whose browser has its cookie; everybody else gets 403. */
export async function registerBoard(app: FastifyInstance): Promise<void> {
  const serverAdapter = new FastifyAdapter();
  serverAdapter.setBasePath(boardPath);
  const { replaceQueues } = createBullBoard({
    queues: [],
    serverAdapter,
    options: {
      uiConfig: { boardTitle: 'Nadi', hideDocsLink: true },
      handlerHooks: {
        before: ({ method, route }) =>
          method === 'get' || retries.has(route) ? undefined : { allow: false, status: 403, errorKey: 'ERRORS.FORBIDDEN' },
      },
    },
  });
  await app.register(async (board) => {
    board.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      try {
        if (!(await viewerOfBoard(request.cookies, app.settings))) fail('forbidden');
        // The bus opens and closes the queues, so they are looked up for each request.
        replaceQueues(adapters());
      } catch (error) {
        return answerError(error as FastifyError, request, reply);
      }
    });
    // Mask e-mail addresses: a job's failure may quote a mail server or the database.
    board.addHook('onSend', async (_request, reply, payload) => {
      if (typeof payload !== 'string') return payload;
      return String(reply.getHeader('content-type')).includes('html') ? ownPage(payload) : redact(payload);
    });
    await board.register(serverAdapter.registerPlugin(), { prefix: boardPath });
  });
}
