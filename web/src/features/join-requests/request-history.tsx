import { useTranslation } from 'react-i18next';
import type { JoinRequest } from '#models/contract/join-requests';
import { TimeAgo } from '@/components/time-ago';
import css from './join-requests.module.css';

type Item = JoinRequest['History'][number];

/** What the other facts say already: that it was asked, and how that ended. */
const known = (status: JoinRequest['Status']): number => (status === 'pending' ? 1 : 2);

function Entry({ item: { Status, At, By, Reason } }: { item: Item }) {
  const { t } = useTranslation(['join-requests', 'common']);
  const isOther = Status === 'approved' || Status === 'rejected';
  return (
    <li className={css.entry}>
      <span className="row">
        <span className="grow">
          {t(`join-requests:history.${Status}`)}
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

/** All that happened with somebody who has asked before, the newest last. */
export function RequestHistory({ request: { History, Status } }: { request: JoinRequest }) {
  const { t } = useTranslation('join-requests');
  if (History.length <= known(Status)) return null;
  return (
    <section className={`${css.history} small`} aria-label={t('history.title')}>
      <h4 className="micro dim">{t('history.title')}</h4>
      <ol>
        {History.map((item) => (
          <Entry key={`${item.At} ${item.Status}`} item={item} />
        ))}
      </ol>
    </section>
  );
}
