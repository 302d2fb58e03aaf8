import * as z from 'zod/mini';
import { fieldTexts } from './field-texts.js';

/** Kinds of posts beside a plain one, which has none. An announcement is by a moderator or an admin, for all members. */
export const postKind = z.enum(['announcement'], fieldTexts.unknown_choice);
export type SpecialKind = z.output<typeof postKind>;
