import type { PostExtras } from '@/sync/offline-queue-storage';
import { mayModerate } from '@/sync/viewer';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A poll while it is typed: it is open for some days from the publication of its post. */
export interface PollDraft {
  options: string[];
  multiple: boolean;
  secret: boolean;
  changeable: boolean;
  days: number;
}
export const blankPoll: PollDraft = { options: ['', ''], multiple: false, secret: true, changeable: true, days: 7 };

/** Choices for a new post beside text, society and picture. */
export interface ExtrasDraft extends Pick<PostExtras, 'kind'> {
  poll?: PollDraft;
}

/** The options that were typed. */
const optionsOf = ({ options }: PollDraft): string[] => options.map((option) => option.trim()).filter((option) => option !== '');

/** Whether the extras can be sent: a poll needs at least two options that differ. */
export function areComplete({ poll }: ExtrasDraft = {}): boolean {
  if (!poll) return true;
  const options = optionsOf(poll);
  return options.length >= 2 && new Set(options).size === options.length;
}

/** The extras as they are sent to this society, for a post published at this time; without what the viewer may not send there. */
export function extrasToSend(society: string, { kind, poll }: ExtrasDraft = {}, published = Date.now()): PostExtras {
  const sent = poll && {
    options: optionsOf(poll),
    multiple: poll.multiple,
    secret: poll.secret,
    changeable: poll.changeable,
    // A whole hour, so that a repeat of the call is the same call.
    ends_at: new Date(Math.floor((published + poll.days * dayMs) / hourMs) * hourMs).toISOString(),
  };
  return { ...(kind && mayModerate(society) && { kind }), ...(sent && { poll: sent }) };
}

/** The extras of a post that was not sent, as they were chosen. */
export function extrasToDraft({ kind, poll }: PostExtras): ExtrasDraft {
  if (!poll) return { ...(kind && { kind }) };
  const { options, multiple = false, secret = true, changeable = true, ends_at } = poll;
  const days = Math.max(1, Math.round((Date.parse(ends_at) - Date.now()) / dayMs));
  return { ...(kind && { kind }), poll: { options, multiple, secret, changeable, days } };
}
