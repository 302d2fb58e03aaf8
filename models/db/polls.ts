import type { Poll, PollInput } from '#models/contract/poll-fields';

/** A poll, as part of its post. The counts are written in the transaction of each vote. */
export interface PollDoc {
  options: string[];
  multiple: boolean;
  secret: boolean;
  changeable: boolean;
  endsAt: Date;
  /** Votes for each option. */
  votes: number[];
  voters: number;
  rev: number;
}

/** A new poll, without votes. */
export const newPoll = ({ ends_at, ...input }: PollInput): PollDoc => ({
  ...input,
  endsAt: new Date(ends_at),
  votes: input.options.map(() => 0),
  voters: 0,
  rev: 0,
});

export const pollCountsToWire = ({ votes, voters, rev }: PollDoc) => ({ Poll_Votes: votes, Poll_Voters: voters, Poll_Rev: rev });

export const pollToWire = (poll: PollDoc): { Poll: Poll } & ReturnType<typeof pollCountsToWire> => ({
  Poll: {
    Options: poll.options,
    Multiple: poll.multiple,
    Secret: poll.secret,
    Changeable: poll.changeable,
    Ends_At: poll.endsAt.toISOString(),
  },
  ...pollCountsToWire(poll),
});

/** The votes of an option list after one vote changed from some choices to others. */
export const movedVotes = (votes: readonly number[], from: readonly number[], to: readonly number[]): number[] =>
  votes.map((count, i) => count - (from.includes(i) ? 1 : 0) + (to.includes(i) ? 1 : 0));
