import { fieldTexts } from '#models/contract/errors';
import { fail } from '#models/contract/failure';
import { pollLimits } from '#models/contract/limits';
import type { PollInput } from '#models/contract/poll-fields';
import { newPoll, type PollDoc } from '#models/db/polls';

const dayMs = 86_400_000;

/** The poll of a new post, as a field of the post; refuses an end that is not after its publication. */
export function pollOf(input: PollInput | undefined, published: Date): { poll?: PollDoc } {
  if (!input) return {};
  const poll = newPoll(input);
  requireEndAfter(poll, published);
  return { poll };
}

/** Refuses a time of publication at which the poll would be over, or open for too long. */
export function requireEndAfter({ endsAt }: PollDoc, published: Date): void {
  const openMs = endsAt.getTime() - published.getTime();
  if (openMs <= 0 || openMs > pollLimits.days * dayMs) fail('validation_failed', { 'poll.ends_at': fieldTexts.poll_end });
}
