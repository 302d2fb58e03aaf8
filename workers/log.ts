import type { LoggerOptions } from 'pino';
import { currentRequestId } from '#models/bus/trace';
import { logOptions } from '#models/log';

/** What workers need of a logger; pino's is one. */
export interface Log {
  debug(facts: object, line: string): void;
  info(facts: object, line: string): void;
  warn(facts: object, line: string): void;
  error(facts: object, line: string): void;
}

export const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** As every process logs; each line of a job says which request it follows from. */
export const loggerOptions = (level: string): LoggerOptions => ({
  ...logOptions(level),
  mixin: () => ({ reqId: currentRequestId() }),
});
