import * as z from 'zod/mini';
import { fieldTexts } from './field-texts.js';
import { lengths, pollLimits } from './limits.js';
import { instant, line, time } from './parts.js';

const differ = (options: readonly string[]): boolean => new Set(options).size === options.length;

/** A poll as its author sends it. */
export const pollInput = z.object({
  options: z
    .array(line(lengths.pollOption), fieldTexts.wrong_type)
    .check(
      z.minLength(pollLimits.options.least, fieldTexts.poll_options),
      z.maxLength(pollLimits.options.most, fieldTexts.poll_options),
      z.refine(differ, fieldTexts.poll_options),
    ),
  /** Whether one vote may choose several options. */
  multiple: z._default(z.boolean(fieldTexts.wrong_type), false),
  /** Whether nobody sees who chose what. */
  secret: z._default(z.boolean(fieldTexts.wrong_type), true),
  /** Whether a vote may be changed until the end. */
  changeable: z._default(z.boolean(fieldTexts.wrong_type), true),
  ends_at: instant,
});
export type PollInput = z.output<typeof pollInput>;

/** The part of a poll that never changes. */
export const poll = z.object({
  Options: z.array(z.string()),
  Multiple: z.boolean(),
  Secret: z.boolean(),
  Changeable: z.boolean(),
  Ends_At: time,
});
export type Poll = z.output<typeof poll>;
