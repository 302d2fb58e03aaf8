import { useTranslation } from 'react-i18next';
import { lazyDialog } from '@/components/lazy-dialog';
import { formatNumber } from '@/lib/format';
import { useUser } from '@/lib/session';
import css from './poll.module.css';

const useVotersDialog = lazyDialog(() => import('./voters-dialog'));

interface PollCountProps {
  postId: string;
  choice: number;
  option: string;
  votes: number;
  isSecret: boolean;
}

/** Count of an option; in an open poll a button that shows who chose it. */
export function PollCount({ postId, choice, option, votes, isSecret }: PollCountProps) {
  const { t } = useTranslation('polls');
  const isVisitor = useUser() === null;
  const [dialog, open] = useVotersDialog({ postId, choice, option });
  const text = t('votes', { count: votes, n: formatNumber(votes) });
  if (isSecret || isVisitor || votes === 0) return <span className={`${css.count} small dim`}>{text}</span>;
  return (
    <>
      <button type="button" className={`${css.count} link small`} data-online onClick={open}>
        {text}
      </button>
      {dialog}
    </>
  );
}
