import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { logOptions, redact } from './log.js';

const token = randomBytes(32).toString('base64url');

/** Output of a logger with our options. */
function written(log: (logger: pino.Logger) => void): string {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  log(pino(logOptions('trace'), stream));
  return lines.join('');
}

describe('log line', () => {
  it.each([
    ['an address in the message', (log: pino.Logger) => log.info('Mail to zaina@uni.example failed.'), 'zaina'],
    ['an address in a field', (log: pino.Logger) => log.info({ to: 'zaina@uni.example' }, 'A mail.'), 'zaina'],
    ['an address deep inside', (log: pino.Logger) => log.info({ a: { b: ['Zaina <zaina@uni.example>'] } }, 'A mail.'), 'zaina@'],
    [
      'an address in an error',
      (log: pino.Logger) => log.error({ err: new Error('dup key: { email: "zaina@uni.example" }') }, 'No.'),
      'zaina',
    ],
    [
      'what an error carries',
      (log: pino.Logger) => log.error({ err: Object.assign(new Error('dup'), { keyValue: { phone: '0790' } }) }, 'No.'),
      '0790',
    ],
    ['a password', (log: pino.Logger) => log.info({ body: { password: 'open "sesame"' } }, 'A call.'), 'sesame'],
    ['a new password', (log: pino.Logger) => log.info({ new_password: 'sesame' }, 'A call.'), 'sesame'],
    ['a header', (log: pino.Logger) => log.info({ headers: { authorization: 'Bearer sesame' } }, 'A call.'), 'sesame'],
    ['a token in a field', (log: pino.Logger) => log.info({ token }, 'A call.'), token],
    ['a token in the message', (log: pino.Logger) => log.info(`Session ${token} ended.`), token],
    ['a token in an address', (log: pino.Logger) => log.info(`/reset-password?token=${token}&a=1`), token],
    ['a short secret in an address', (log: pino.Logger) => log.info('/auth/login?email=zaina&password=sesame'), 'sesame'],
  ])('a log line leaves out %s', (_name, log, secret) => {
    const line = written(log);
    expect(line).not.toContain(secret);
    expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number) });
  });

  it('a logged error keeps its type, message and stack', () => {
    const stack = '    at run (file:///srv/node_modules/@fastify/multipart/index.js:1:2)';
    const facts = { id: '665f1c2ab4d5e6f708192a3b', job: 'r-665f1c2ab4d5e6f708192a3b-12', reqId: 'req-1', path: '/posts/like_post' };
    expect(redact(stack)).toBe(stack);
    expect(JSON.parse(written((log) => log.info(facts, 'A job failed.')))).toMatchObject({ ...facts, msg: 'A job failed.' });
  });
});
