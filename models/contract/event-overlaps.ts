import * as z from 'zod/mini';
import { call } from './define.js';
import { isClock } from './event-changes.js';
import { event } from './events.js';
import { fieldTexts } from './field-texts.js';
import { count, day, id } from './parts.js';

const clock = z.string(fieldTexts.wrong_type).check(z.refine(isClock, fieldTexts.wrong_type));

/** Most events of an answer; `counts` has the number of all. */
export const mostOverlaps = 5;

export const getOverlappingEvents = call({
  name: 'getOverlappingEvents',
  feature: 'events',
  method: 'GET',
  path: '/events/get_overlapping_events',
  auth: 'required',
  policy: 'society.events',
  rate: 'read',
  status: 200,
  list: true,
  input: z.object({
    society_id: id,
    date: day,
    time: clock,
    end_date: z.optional(day),
    end_time: z.optional(clock),
    except: z.optional(id),
  }),
  data: z.array(event),
  counts: z.object({ events: count }),
  summary:
    "Events at a planned time that the same people may want to attend: the society's own first, then public ones, each by start; the first five, and the count of all up to 200. Cancelled ones and `except` are left out. Without an end, two hours are planned.",
  errors: ['not_found', 'forbidden'],
});
