import type { ErrorCode } from '#models/contract/error-codes';

/** The server's error codes, and those that only a browser can meet. */
export type FailureCode = ErrorCode | 'offline' | 'timeout' | 'unexpected';

/** A failed call. `status` is 0 when no answer came. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: FailureCode;
  readonly fields: Readonly<Record<string, string>>;

  constructor(status: number, code: FailureCode, message: string, fields: Record<string, string> = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

/** Whether an error is a failed call with this code. */
export const hasCode = (error: unknown, code: FailureCode): boolean => error instanceof ApiError && error.code === code;

/** Whether an error is a failed call that the server answered. */
export const isAnswered = (error: unknown): boolean => error instanceof ApiError && error.status > 0;

/** Field errors of a failed call; none of other errors. */
export const fieldErrorsOf = (error: unknown): Readonly<Record<string, string>> => (error instanceof ApiError ? error.fields : {});

const textOf = (body: Record<string, unknown>): string => {
  for (const key of ['error', 'message', 'error_message']) {
    const value = body[key];
    if (typeof value === 'string' && value) return value;
  }
  return '';
};

/** Builds an ApiError from a failure's body of any shape: a proxy may have answered in HTML. */
export function errorOf(status: number, body: unknown): ApiError {
  const record = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const code = typeof record.code === 'string' ? (record.code as ErrorCode) : 'unexpected';
  const fields = typeof record.fields === 'object' && record.fields !== null ? (record.fields as Record<string, string>) : {};
  return new ApiError(status, code, textOf(record), fields);
}
