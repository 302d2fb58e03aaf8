import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { linesWithSecrets } from '#models/testing/secrets';
import { loggerOptions } from '../plugins/log.js';

const shortest = 8;

export interface CapturedLog {
  logger: ReturnType<typeof loggerOptions> & { stream: Writable };
  /** Collects the passwords in requests, to search the log for them. */
  collectPasswords(app: FastifyInstance): void;
  /** Log lines with a secret in them. */
  leaks(): string[];
}

const errorLevel = 50;

/** Captures a gateway's log. Errors are printed too, unless `isQuiet`. */
export function captureLog(isQuiet: boolean): CapturedLog {
  const lines: string[] = [];
  const passwords = new Set<string>();
  const stream = new Writable({
    write(chunk, _encoding, done) {
      const line = String(chunk);
      lines.push(line);
      if (!isQuiet && JSON.parse(line).level >= errorLevel) process.stdout.write(line);
      done();
    },
  });
  return {
    logger: { ...loggerOptions('trace'), stream },
    collectPasswords: (app) =>
      app.addHook('onResponse', async ({ query, body }, reply) => {
        if (reply.statusCode >= 300) return;
        const { password, new_password } = { ...(query as object), ...(body as object) } as Record<string, unknown>;
        for (const each of [password, new_password]) if (typeof each === 'string' && each.length >= shortest) passwords.add(each);
      }),
    leaks: () => linesWithSecrets(lines, passwords),
  };
}
