import { safeParse } from 'zod/mini';
import { email } from '#models/contract/auth';

/** By the contract's own rule, so that the page and the server never disagree. */
export const looksLikeEmail = (text: string): boolean => safeParse(email, text).success;
