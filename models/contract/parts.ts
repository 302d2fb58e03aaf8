import * as z from 'zod/mini';
import { hasLink, isCleanLine, isCleanProse, isReservedName, isVisible } from './characters.js';
import { fieldTexts } from './field-texts.js';
import { isUpload } from './image-sizes.js';
import { lengths } from './limits.js';

/** A document's id: 24 hex digits; anything else is 400, an unknown one 404. */
export const id = z.string(fieldTexts.bad_id).check(z.regex(/^[0-9a-f]{24}$/, fieldTexts.bad_id));

/** Id of a person who is shown, '' for one who is masked (`masked.ts`). */
export const shownId = z.string().check(z.regex(/^([0-9a-f]{24})?$/));

/** Whether a text is a day of the calendar, YYYY-MM-DD. */
export const isDay = (text: string): boolean =>
  /^(19|20|21)\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

/** A day of the calendar, YYYY-MM-DD. */
export const day = z.string(fieldTexts.wrong_type).check(z.refine(isDay, fieldTexts.wrong_type));

/** ISO 8601, UTC. */
export const time = z.string();

/** A time that a caller sends, with its offset from UTC. */
export const instant = z.string(fieldTexts.wrong_type).check(
  z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/, fieldTexts.wrong_type),
  z.refine((text) => !Number.isNaN(Date.parse(text)), fieldTexts.wrong_type),
);

/** Minimum length of a text, and the error for a shorter one. */
interface Short {
  least: number;
  text: string;
}
const nothingLess: Short = { least: 1, text: fieldTexts.required };

const cleanLine = z.refine<string>(isCleanLine, fieldTexts.bad_characters);
const cleanProse = z.refine<string>(isCleanProse, fieldTexts.bad_characters);
const emptyOrVisible = z.refine<string>((text) => text === '' || isVisible(text), fieldTexts.bad_characters);
const oneKindOfBreak = z.overwrite((text: string) => text.replace(/\r\n?/g, '\n'));

const written = (max: number, required: string, { least, text: short }: Short) =>
  z
    .string(required)
    .check(
      oneKindOfBreak,
      z.trim(),
      z.minLength(1, required),
      z.refine<string>(isVisible, required),
      z.minLength(least, short),
      z.maxLength(max, fieldTexts.too_long),
    );

/** One line of user text, such as a title: trimmed, required, at most `max` characters, no hidden ones. */
export const line = (max: number, required: string = fieldTexts.required, short = nothingLess) =>
  written(max, required, short).check(cleanLine);

/** Several lines of user text: trimmed, required, at most `max` characters. */
export const text = (max: number, required: string = fieldTexts.required, short = nothingLess) =>
  written(max, required, short).check(cleanProse);

const maybeWritten = (max: number) =>
  z.string(fieldTexts.wrong_type).check(oneKindOfBreak, z.trim(), z.maxLength(max, fieldTexts.too_long), emptyOrVisible);

/** One line that may be empty. */
export const freeLine = (max: number) => maybeWritten(max).check(cleanLine);

/** Text of several lines that may be empty. */
export const freeText = (max: number) => maybeWritten(max).check(cleanProse);

/** Text of several lines that may be left out or empty. */
export const optionalText = (max: number) => z._default(freeText(max), '');

/** A name that is mailed to people without an account, so it must contain no link. */
export const name = (required: string, short?: Short) =>
  line(lengths.name, required, short).check(z.refine((value) => !hasLink(value), fieldTexts.name_link));

/** A person's name, except those that Nadi itself shows. */
export const personName = name(fieldTexts.name_required).check(z.refine((value) => !isReservedName(value), fieldTexts.name_reserved));

/** Search words: compared, not stored, so all characters pass. */
export const query = (max: number) =>
  z._default(z.string(fieldTexts.wrong_type).check(z.trim(), z.maxLength(max, fieldTexts.too_long)), '');

/** URL of a page elsewhere, or ''. */
export const website = z
  .string(fieldTexts.website_invalid)
  .check(
    z.trim(),
    z.maxLength(lengths.url, fieldTexts.too_long),
    z.regex(/^$|^https?:\/\/\S+$/, fieldTexts.website_invalid),
    z.refine<string>(isCleanLine, fieldTexts.website_invalid),
  );

/** An e-mail address: no spaces, hidden characters, brackets or quotes. */
export const emailForm = (bad: string) =>
  [z.regex(/^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:"]+$/, bad), z.refine<string>(isCleanLine, bad)] as const;

/** E-mail address that is shown to everybody as a link, or '': letters, digits and the few signs that addresses have. */
export const shownEmail = z
  .string(fieldTexts.contact_email_invalid)
  .check(
    z.trim(),
    z.maxLength(lengths.email, fieldTexts.too_long),
    z.regex(/^$|^[\p{L}\p{M}\p{N}._+'-]+@[\p{L}\p{M}\p{N}-]+(\.[\p{L}\p{M}\p{N}-]+)+$/u, fieldTexts.contact_email_invalid),
  );

/** A few short tags without duplicates. */
export const tags = z.array(line(lengths.tag), fieldTexts.wrong_type).check(
  z.maxLength(lengths.tags, fieldTexts.too_long),
  z.overwrite((each) => [...new Set(each)]),
);

const isImage = (image: string): boolean => image === '' || /^https?:\/\/\S+$/i.test(image) || isUpload(image);

/** '', the path of an upload, or an http(s) URL, whose image is fetched and becomes an upload. */
export const image = z
  .string(fieldTexts.bad_image)
  .check(
    z.trim(),
    z.maxLength(lengths.url, fieldTexts.too_long),
    z.refine<string>(isImage, fieldTexts.bad_image),
    z.refine<string>(isCleanLine, fieldTexts.bad_image),
  );

/** Whole number from 1, also as text of a query. */
export const wholeNumber = (most: number, fallback: number) =>
  z._default(
    z.coerce
      .number(fieldTexts.bad_number)
      .check(z.int(fieldTexts.bad_number), z.minimum(1, fieldTexts.bad_number), z.maximum(most, fieldTexts.bad_number)),
    fallback,
  );

const limit = wholeNumber(100, 20);
/** Holds the list's sort value: a folded title may have some thousand bytes. */
const cursor = z.optional(
  z.string(fieldTexts.bad_cursor).check(z.maxLength(lengths.cursor, fieldTexts.bad_cursor), z.refine(isCursor, fieldTexts.bad_cursor)),
);

/** An id and a sort value; for sessions, a time and a hash. */
const cursorForm = /^(?:[0-9a-f]{24}(?:d-?\d{1,16}$|s)|\d{1,16}\.[0-9a-f]{64}$)/;

/** Whether a text can be a cursor of some list, so that others are refused before any query. */
function isCursor(text: string): boolean {
  try {
    return text === '' || cursorForm.test(atob(text.replace(/-/g, '+').replace(/_/g, '/')));
  } catch {
    return false;
  }
}

/** Fields of every list: page size (default 20, at most 100) and cursor. */
export const paging = { limit, cursor };

export const nothing = z.object({});
/** Data of a 204. */
export const empty = z.null();
export const count = z.number();
/** Bytes of a PDF. */
export const pdf = z.custom<Uint8Array<ArrayBuffer>>();
export const nullable = z.nullable;

/** Number of items on a card: 1 to 20. */
export const cardSize = (fallback: number) => wholeNumber(20, fallback);
