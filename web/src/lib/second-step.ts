import { type ProofMethod, proofMethods } from '#models/contract/second-step';
import { ApiError } from './api-error';

/** A step that the server asks for: the secret of it, and the ways to prove a second factor. */
export interface SecondStepAsked {
  challenge: string;
  methods: readonly ProofMethod[];
  /** Page to open after a login with the university. */
  to?: string;
}

/** The second step that a failed call asks for; null for another failure. */
export function secondStepOf(error: unknown): SecondStepAsked | null {
  if (!(error instanceof ApiError) || error.code !== 'second_factor_needed') return null;
  const { challenge = '', methods = '', to } = error.fields;
  const named = methods.split(' ');
  return { challenge, methods: proofMethods.filter((method) => named.includes(method)), ...(to === undefined ? {} : { to }) };
}

const firstArabicDigit = 0x0660;
const marksOfDirection = /[\u200e\u200f\u2066-\u2069]/g;
/** A code as it is sent: trimmed, without marks of direction that were copied along, the digits of the Arabic keyboard as 0 to 9. */
export const codeAsSent = (typed: string): string =>
  typed
    .replace(marksOfDirection, '')
    .trim()
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - firstArabicDigit));
