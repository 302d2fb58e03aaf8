import * as z from 'zod/mini';
import { message } from './define.js';
import { id, nullable } from './parts.js';

/**
 * Others may see more or fewer people by name now, in a society or about a person: screens refetch what they show. Sent to
 * everybody in a room of the society, of its posts or of its events, or in the person's profile room.
 */
export const namesChanged = message(
  'names:changed',
  ['feed', 'societies', 'events', 'society', 'societyPublic', 'profile'],
  z.object({ society_id: nullable(id), user_id: nullable(id) }),
);
