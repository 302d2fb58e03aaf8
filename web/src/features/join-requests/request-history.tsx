import { useTranslation } from 'react-i18next';
import type { JoinRequest } from '#models/contract/join-requests';
import { TimeAgo } from '@/components/time-ago';
import css from './join-requests.module.css';

type HistoryItem = JoinRequest['History'][number];

/** Number of history entries that the detail already shows: the request, and the decision if any. */
const shownElsewhere = (status: JoinRequest['Status']): number => (status === 'pending' ? 1 : 2);

/** `isReopened`: an admin undid the decision before. */
function HistoryEntry({ item: { Status, At, By, Reason }, isReopened }: { item: HistoryItem; isReopened: boolean }) {
  const { t } = useTranslation(['join-requests', 'common']);
  const isOther = Status === 'approved' || Status === 'rejected' || isReopened;
  return (
    <li className={css.entry}>
      <span className="row">
        <span className="grow">
          {t(`join-requests:history.${isReopened ? 'reopened' : Status}`)}
          {isOther && By && (
            <>
              {' '}
              {t('join-requests:history.by')} <bdi>{By}</bdi>
            </>
          )}
        </span>
        <TimeAgo time={At} className="micro dim" />
      </span>
      {Reason && (
        <span className="dim" dir="auto">
          {Reason}
        </span>
      )}
    </li>
  );
}

/** History of a person's requests, newest last; empty for a first request. */
export function RequestHistory({ request: { History, Status, User_Name } }: { request: JoinRequest }) {
  const { t } = useTranslation('join-requests');
  if (History.length <= shownElsewhere(Status)) return null;
  return (
    <section className={`${css.history} small`} aria-label={t('history.title')}>
      <h4 className="micro dim">{t('history.title')}</h4>
      <ol>
        {History.map((item) => (
          <HistoryEntry
            key={`${item.At} ${item.Status}`}
            item={item}
            isReopened={item.Status === 'pending' && item.By !== null && item.By !== User_Name}
          />
        ))}
      </ol>
    </section>
  );
}
