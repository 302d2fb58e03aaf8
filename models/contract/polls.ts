import * as z from 'zod/mini';
import { call, message } from './define.js';
import { fieldTexts } from './field-texts.js';
import { pollLimits } from './limits.js';
import { count, id, paging, shownId } from './parts.js';

const feature = 'posts';

const choice = z
  .number(fieldTexts.bad_number)
  .check(z.int(fieldTexts.bad_number), z.minimum(0, fieldTexts.bad_number), z.maximum(pollLimits.options.most - 1, fieldTexts.bad_number));

/** Counts of a poll, absolute; `Poll_Rev` decides which is newer. */
const pollCounts = { Poll_Votes: z.array(count), Poll_Voters: count, Poll_Rev: z.number() };

export const votePoll = call({
  name: 'votePoll',
  feature,
  method: 'POST',
  path: '/posts/vote',
  auth: 'required',
  policy: 'post.vote',
  rate: 'like',
  status: 200,
  input: z.object({
    post_id: id,
    /** Numbers of the chosen options, from 0. */
    choices: z.array(choice, fieldTexts.wrong_type).check(
      z.minLength(1, fieldTexts.required),
      z.maxLength(pollLimits.options.most, fieldTexts.unknown_choice),
      z.overwrite((all) => [...new Set(all)].toSorted((a, b) => a - b)),
    ),
  }),
  data: z.object({ ...pollCounts, My_Vote: z.array(z.number()), Vote_Version: z.number() }),
  summary: "Vote in a post's poll as a member, or change the vote where that is allowed; the same vote twice is one.",
  errors: ['not_found', 'forbidden', 'poll_over', 'already_voted'],
});

const voter = z.object({ ID: shownId, Name: z.string(), Image: z.string() });
export type Voter = z.output<typeof voter>;

export const getPollVoters = call({
  name: 'getPollVoters',
  feature,
  method: 'GET',
  path: '/posts/get_poll_voters',
  auth: 'required',
  policy: 'post.see',
  rate: 'read',
  status: 200,
  list: true,
  input: z.object({ ...paging, post_id: id, choice: z.coerce.number(fieldTexts.bad_number).check(z.int(fieldTexts.bad_number)) }),
  data: z.array(voter),
  summary: 'Who chose an option of an open poll, the newest vote first; a secret poll has no such list.',
  errors: ['not_found', 'forbidden'],
});

/** Counts only: a message never says who voted. */
export const postPoll = message('post:poll', ['post'], z.object({ post_id: id, ...pollCounts, rev: z.number() }));
