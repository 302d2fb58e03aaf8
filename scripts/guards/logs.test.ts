import { expect, test } from 'vitest';
import { code } from './sources.js';

/** A call of a logger with facts and an event, or with an event alone, or of a log function that takes the event first. */
const logCalls = [
  /\blog\??\.(?:trace|debug|info|warn|error|fatal)\((?:[^;]*?,\s*)?(['"`])((?:(?!\1).)*)\1\)/g,
  /(?:#log|\.log|\blog)\((['"`])((?:(?!\1).)*)\1[,)]/g,
];
/** A dotted subject and what happened to it: 'live.stream read failed'. */
const event = /^[a-z]+(?:\.[a-z-]+)+(?: [a-z]+)*$/;

const lines = code('gateway/', 'workers/', 'models/')
  .filter(({ path }) => !/^(models|gateway)\/testing\//.test(path) && !/-for-tests\.ts$/.test(path))
  .flatMap(({ path, text }) => logCalls.flatMap((call) => [...text.matchAll(call)].map(([, , written]) => `${path}: ${written}`)));

test('every log line is an event name that can be searched for, with ids beside it', () => {
  expect(lines.length).toBeGreaterThan(40);
  expect(lines.filter((line) => !event.test(line.slice(line.indexOf(': ') + 2)))).toEqual([]);
});
