/** What workers need of a logger; pino's is one. */
export interface Log {
  info(facts: object, line: string): void;
  warn(facts: object, line: string): void;
  error(facts: object, line: string): void;
}

export const silent: Log = { info: () => {}, warn: () => {}, error: () => {} };
