import type { ErrorCode } from './error-codes.js';

/** A failure by its code; only the gateway turns it into a status and text. */
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

/** Throws the failure of this code; `fields` are texts under form fields. */
export function fail(code: ErrorCode, fields?: Record<string, string>): never {
  throw new Failure(code, fields);
}
