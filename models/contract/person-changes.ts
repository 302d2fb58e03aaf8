import * as z from 'zod/mini';
import { message } from './define.js';
import { id } from './parts.js';

/** New name or picture, for every screen that shows it. */
export const userUpdated = message(
  'user:updated',
  ['profile', 'user', 'society'],
  z.object({ user_id: id, Name: z.string(), Image: z.string(), version: z.number() }),
);
