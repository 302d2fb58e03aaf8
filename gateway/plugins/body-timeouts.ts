import type { FastifyInstance } from 'fastify';

export interface BodyTimeouts {
  /** Time limit for the arrival of a body. */
  bodyMs: number;
  /** Time limit for the arrival of a form with a file. */
  formMs: number;
}

export const bodyTimeouts: BodyTimeouts = { bodyMs: 30_000, formMs: 120_000 };

const headersMs = 20_000;

/** Server options: Node itself enforces the longest time limit, and checks at this interval. */
export const serverTimeouts = ({ bodyMs, formMs }: BodyTimeouts) => ({
  requestTimeout: formMs,
  http: { headersTimeout: Math.min(headersMs, formMs), connectionsCheckingInterval: Math.min(5000, bodyMs) },
});

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a form with a file. */
    isForm?: boolean;
  }
}

/** Error that Node raises at its own time limit; Fastify answers it 408 and closes the connection. */
const timeout = (): Error => Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

/**
 * Ends requests whose body does not arrive in time, since each would hold a connection and memory for good. Forms have the longer
 * limit of the server.
 */
export function registerBodyTimeouts(app: FastifyInstance, { bodyMs }: BodyTimeouts): void {
  app.addHook('onRequest', ({ raw, routeOptions }, _reply, done) => {
    done();
    const hasBody = raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined;
    if (!hasBody || raw.complete || routeOptions.config?.isForm) return;
    const tooLate = setTimeout(() => {
      if (raw.complete === false) app.server.emit('clientError', timeout(), raw.socket);
    }, bodyMs);
    raw.once('end', () => clearTimeout(tooLate));
    raw.once('close', () => clearTimeout(tooLate));
  });
}
