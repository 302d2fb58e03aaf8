import type { ErrorCode } from './errors.js';

/** A failure by name; the gateway turns it into its status and text, nobody else sets a status. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  constructor(code: ErrorCode, fields?: Record<string, string>) {
    super(code);
    this.name = 'Failure';
    this.code = code;
    this.fields = fields;
  }
}

/** Throws the failure of this name; `fields` are texts under a form's fields. */
export function fail(code: ErrorCode, fields?: Record<string, string>): never {
  throw new Failure(code, fields);
}
