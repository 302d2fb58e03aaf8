import * as z from 'zod/mini';
import { message } from './define.js';
import { fieldTexts } from './field-texts.js';
import { id } from './parts.js';

/** Scopes of staff. `all` is that of a platform admin, and includes the others. */
export const staffScopes = ['approve', 'moderate', 'support', 'report', 'all'] as const;
export const staffScope = z.enum(staffScopes, fieldTexts.wrong_type);
export type StaffScope = z.output<typeof staffScope>;

/** Proposals or scopes of this person have changed; it is sent to the person only when their scopes have. */
export const staffChanged = message('staff:changed', ['staff', 'user'], z.object({ user_id: id, version: z.number() }));
