import * as z from 'zod/mini';
import { call } from './define.js';
import { event } from './events.js';
import { fieldTexts } from './field-texts.js';
import { count, paging, query } from './parts.js';
import { personCard } from './people.js';
import { post } from './posts.js';
import { society } from './societies.js';

/** Kinds of results, in the order of their display. */
export const searchKinds = ['societies', 'events', 'posts', 'people'] as const;
export type SearchKind = (typeof searchKinds)[number];

const shownOfEach = 3;
const limit = z._default(
  z.coerce
    .number(fieldTexts.bad_number)
    .check(z.int(fieldTexts.bad_number), z.minimum(1, fieldTexts.bad_number), z.maximum(100, fieldTexts.bad_number)),
  shownOfEach,
);

export const searchAll = call({
  name: 'searchAll',
  feature: 'search',
  method: 'GET',
  path: '/search/all',
  auth: 'optional',
  policy: null,
  rate: 'read',
  status: 200,
  list: true,
  input: z.object({
    q: query(100),
    kind: z.optional(z.enum(searchKinds, fieldTexts.unknown_choice)),
    limit,
    cursor: paging.cursor,
  }),
  data: z.object({ societies: z.array(society), events: z.array(event), posts: z.array(post), people: z.array(personCard) }),
  counts: z.object({ societies: count, events: count, posts: count, people: count, at_least: z.array(z.enum(searchKinds)) }),
  summary:
    'Societies, events, posts and people that the caller may see, three of each unless `limit` says more; `cursor` goes on within one `kind`, to its last hit; a page may be short while there is a `next`. `at_least` names the kinds of which there may be more than counted.',
});
