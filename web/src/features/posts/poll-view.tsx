import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Poll } from '#models/contract/poll-fields';
import type { Post } from '#models/contract/posts';
import { BusyButton } from '@/components/busy-button';
import { Checkbox, Radio } from '@/components/fields';
import { exactTime, formatNumber } from '@/lib/format';
import { useNow } from '@/lib/now';
import { useUser } from '@/lib/session';
import { toast } from '@/lib/toasts';
import { useAction } from '@/sync/mutations';
import { ownSocieties, societies } from '@/sync/societies';
import css from './poll.module.css';
import { PollCount } from './poll-count';
import { voteInPoll } from './poll-votes.store';

interface OptionProps {
  post: Post;
  poll: Poll;
  choice: number;
  isChosen: boolean;
  /** Undefined where the viewer may not vote now. */
  onChoose: (() => void) | undefined;
}

/** One option: the control to choose it, its bar and its count. */
function Option({ post, poll, choice, isChosen, onChoose }: OptionProps) {
  const { Poll_Votes = [], Poll_Voters = 0 } = post;
  const option = poll.Options[choice] ?? '';
  const { [choice]: votes = 0 } = Poll_Votes;
  const Control = poll.Multiple ? Checkbox : Radio;
  const share = Poll_Voters > 0 ? (100 * votes) / Poll_Voters : 0;
  return (
    <li className={css.option} data-chosen={isChosen || undefined}>
      <span className={css.bar} style={{ inlineSize: `${share}%` }} aria-hidden="true" />
      {onChoose ? (
        <Control label={<bdi>{option}</bdi>} name={`poll-${post.ID}`} checked={isChosen} onChange={onChoose} />
      ) : (
        <bdi className={isChosen ? css.mine : undefined}>{option}</bdi>
      )}
      <PollCount postId={post.ID} choice={choice} option={option} votes={votes} isSecret={poll.Secret} />
    </li>
  );
}

/** Number of voters, the end, and whether it is secret. */
function Facts({ post, poll, isOver, isOutsider }: { post: Post; poll: Poll; isOver: boolean; isOutsider: boolean }) {
  const { t } = useTranslation('polls');
  const { Poll_Voters = 0 } = post;
  const facts = [
    t('voters', { count: Poll_Voters, n: formatNumber(Poll_Voters) }),
    isOver ? t('over') : t('ends', { time: exactTime(poll.Ends_At) }),
    t(poll.Secret ? 'isSecret' : 'isOpen'),
    ...(isOutsider && !isOver ? [t('members')] : []),
  ];
  // The server renders the end in its own time zone.
  return (
    <p className="small dim" suppressHydrationWarning>
      {facts.join(' · ')}
    </p>
  );
}

/** A poll: its options with their counts, which are live, and the vote of a member until the end. */
export default function PollView({ post, poll }: { post: Post; poll: Poll }) {
  const { t } = useTranslation('polls');
  const { My_Vote = [] } = post;
  const [chosen, setChosen] = useState<number[] | null>(null);
  const user = useUser();
  // Loaded here, since a phone's page of a post has nothing else that loads the viewer's roles.
  const { query: own } = ownSocieties.useItems({}, user !== null);
  const isMember = societies.useSelected(post.Society_ID, (society) => society?.Role != null);
  const isOutsider = !isMember && (user === null || own.data !== undefined);
  const isOver = Date.parse(poll.Ends_At) <= useNow();
  const hasVoted = My_Vote.length > 0;
  const mayVote = isMember && !isOver && (!hasVoted || poll.Changeable);
  const choices = chosen ?? My_Vote;
  const { run, isBusy } = useAction(() => voteInPoll(post.ID, choices));
  const toggle = (choice: number) => {
    if (!poll.Multiple) return setChosen([choice]);
    return setChosen(choices.includes(choice) ? choices.filter((each) => each !== choice) : [...choices, choice]);
  };
  const vote = async () => {
    if (!(await run())) return;
    setChosen(null);
    toast('success', t('voted'));
  };
  return (
    <section className={css.poll} aria-label={t('title')}>
      <ul className={css.options}>
        {poll.Options.map((option, choice) => (
          <Option
            key={option}
            post={post}
            poll={poll}
            choice={choice}
            isChosen={(mayVote ? choices : My_Vote).includes(choice)}
            onChoose={mayVote ? () => toggle(choice) : undefined}
          />
        ))}
      </ul>
      {mayVote && (
        <BusyButton
          size="compact-md"
          busy={isBusy}
          busyLabel={t('voting')}
          disabled={(chosen === null || choices.length === 0) && !isBusy}
          onClick={() => void vote()}
        >
          {t(hasVoted ? 'change' : 'vote')}
        </BusyButton>
      )}
      <Facts post={post} poll={poll} isOver={isOver} isOutsider={isOutsider} />
    </section>
  );
}
