import * as z from 'zod/mini';
import { fieldTexts } from './errors.js';
import { lengths } from './limits.js';

/** A document's id: 24 hex digits; anything else is 400, an unknown one 404. */
export const id = z.string(fieldTexts.bad_id).check(z.regex(/^[0-9a-f]{24}$/, fieldTexts.bad_id));

/** Whether a text is a day of the calendar, YYYY-MM-DD. */
export const isDay = (text: string): boolean =>
  /^(19|20|21)\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

/** ISO 8601, UTC. */
export const time = z.string();

/** Text that a person writes: trimmed, needed, at most `max` characters. */
export const text = (max: number, required: string = fieldTexts.required) =>
  z.string(required).check(z.trim(), z.minLength(1, required), z.maxLength(max, fieldTexts.too_long));

/** Text that may be empty. */
export const freeText = (max: number) => z.string(fieldTexts.wrong_type).check(z.trim(), z.maxLength(max, fieldTexts.too_long));

/** Text that may be left out or empty. */
export const optionalText = (max: number) => z._default(freeText(max), '');

/** A few short tags, each of them once. */
export const tags = z
  .array(
    z.string(fieldTexts.wrong_type).check(z.trim(), z.minLength(1, fieldTexts.required), z.maxLength(lengths.tag, fieldTexts.too_long)),
    fieldTexts.wrong_type,
  )
  .check(
    z.maxLength(lengths.tags, fieldTexts.too_long),
    z.overwrite((each) => [...new Set(each)]),
  );

const imageAddress = /^(https?:\/\/[^\s]+|\/(?!\/)[^\s]*)?$/;

/** An image is '', an http(s) URL, or a path beginning with one '/'. */
export const image = z
  .string(fieldTexts.bad_image)
  .check(z.trim(), z.maxLength(lengths.url, fieldTexts.too_long), z.regex(imageAddress, fieldTexts.bad_image));

const limit = z._default(
  z.coerce
    .number(fieldTexts.bad_number)
    .check(z.int(fieldTexts.bad_number), z.minimum(1, fieldTexts.bad_number), z.maximum(100, fieldTexts.bad_number)),
  20,
);
/** It holds what the list is sorted by: a folded title may have some thousand bytes. */
const cursor = z.optional(
  z.string(fieldTexts.bad_cursor).check(z.maxLength(lengths.cursor, fieldTexts.bad_cursor), z.refine(isCursor, fieldTexts.bad_cursor)),
);

/** An id and what stands beside it; of sessions, a time and a hash. */
const cursorForm = /^(?:[0-9a-f]{24}(?:d-?\d{1,16}$|s)|\d{1,16}\.[0-9a-f]{64}$)/;

/** Whether it can be a cursor of some list, so that one that is none is refused before anything is looked for. */
function isCursor(text: string): boolean {
  try {
    return text === '' || cursorForm.test(atob(text.replace(/-/g, '+').replace(/_/g, '/')));
  } catch {
    return false;
  }
}

/** The two fields of every list: page size (default 20, at most 100) and where it begins. */
export const paging = { limit, cursor };

export const nothing = z.object({});
/** The data of a 204. */
export const empty = z.null();
export const count = z.number();
export const nullable = z.nullable;
