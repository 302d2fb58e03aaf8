import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { JoinRequest } from '#models/contract/join-requests';
import { PersonAvatar } from '@/components/person-avatar';
import { TimeAgo } from '@/components/time-ago';
import css from './join-requests.module.css';
import type { RowActions } from './request-row';
import { StatusBadge } from './status-badge';

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="dim">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Facts({ request: { Status, CreatedAt, Decided_At, Decided_By, Answer, Reason } }: { request: JoinRequest }) {
  const { t } = useTranslation('join-requests');
  return (
    <dl className={`${css.facts} small`}>
      <Fact label={t('asked')}>
        <TimeAgo time={CreatedAt} />
      </Fact>
      {Answer && (
        <Fact label={t('answer')}>
          <span dir="auto">{Answer}</span>
        </Fact>
      )}
      {Status !== 'pending' && Decided_At && (
        <Fact label={t(`decided.${Status}`)}>
          <TimeAgo time={Decided_At} />
        </Fact>
      )}
      {Status !== 'pending' && Decided_By && (
        <Fact label={t('decidedBy')}>
          <bdi>{Decided_By}</bdi>
        </Fact>
      )}
      {Reason && (
        <Fact label={t('reason')}>
          <span dir="auto">{Reason}</span>
        </Fact>
      )}
    </dl>
  );
}

/** Who asks, when and what they wrote; while it is pending, the decision. */
export function RequestDetail({ request, onDecide }: { request: JoinRequest; onDecide: RowActions['onDecide'] }) {
  const { t } = useTranslation(['join-requests', 'common']);
  const { Request_ID: id, User, User_Email, User_Photo, Status } = request;
  const name = request.User_Name || t('common:unknownUser');
  return (
    <div className={css.detail}>
      <PersonAvatar id={User} name={name} image={User_Photo} size={92} />
      <div className={css.person}>
        <h3 className="h2">
          <bdi>{name}</bdi>
        </h3>
        <p className="small dim">
          <bdi dir="ltr">{User_Email}</bdi>
        </p>
      </div>
      <StatusBadge status={Status} />
      <Facts request={request} />
      {Status === 'pending' && (
        <>
          <div className={css.decide}>
            <Button size="md" leftSection={<IconCheck size={18} aria-hidden="true" />} onClick={() => onDecide(id, 'approved')}>
              {t('join-requests:approve')}
            </Button>
            <Button size="md" variant="default" onClick={() => onDecide(id, 'rejected')}>
              {t('join-requests:reject')}
            </Button>
          </div>
          <p className="micro dim">{t('join-requests:hear')}</p>
        </>
      )}
    </div>
  );
}
