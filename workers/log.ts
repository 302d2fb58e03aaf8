import type { LoggerOptions } from 'pino';
import { currentRequestId } from '#models/bus/trace';
import { logOptions } from '#models/log';

/** Subset of a pino logger. */
export interface Log {
  debug(facts: object, line: string): void;
  info(facts: object, line: string): void;
  warn(facts: object, line: string): void;
  error(facts: object, line: string): void;
}

export const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Logger options of all processes; each line of a job has the id of the request that caused it. */
export const loggerOptions = (level: string): LoggerOptions => ({
  ...logOptions(level),
  mixin: () => ({ reqId: currentRequestId() }),
});
