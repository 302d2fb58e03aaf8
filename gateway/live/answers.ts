import { type ErrorCode, errors } from '#models/contract/errors';
import { Failure } from '#models/contract/failure';
import type { Answer, Refused } from '#models/contract/live';

export const refusal = (code: ErrorCode): Refused => ({ ok: false, error_message: errors[code][1], code });

/** Runs a handler. A `Failure` is answered with its code; any other error is logged and answered `unavailable`. */
export async function answerOrRefusal(work: () => Promise<Answer>, log: (event: string, facts: object) => void): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure) return refusal(error.code);
    log('live.socket answer failed', { err: error });
    return refusal('unavailable');
  }
}
