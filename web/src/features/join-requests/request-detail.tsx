import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { JoinRequest } from '#models/contract/join-requests';
import { PersonAvatar } from '@/components/person-avatar';
import { TimeAgo } from '@/components/time-ago';
import deskCss from './desk.module.css';
import css from './join-requests.module.css';
import { useLooker } from './looking.store';
import { RejectReason } from './reject-reason';
import { ReopenButton } from './reopen-button';
import { RequestHistory } from './request-history';
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

function Facts({ request: { Status, CreatedAt, Decided_At, Decided_By, Reason } }: { request: JoinRequest }) {
  const { t } = useTranslation('join-requests');
  return (
    <dl className={`${css.facts} small`}>
      <Fact label={t('asked')}>
        <TimeAgo time={CreatedAt} />
      </Fact>
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

/** The society's question and the answer to it. */
function QuestionAndAnswer({ question, answer }: { question: string; answer: string }) {
  const { t } = useTranslation('join-requests');
  if (!question && !answer) return null;
  return (
    <dl className={`${css.words} small`}>
      {question && (
        <div>
          <dt className="dim">{t('question')}</dt>
          <dd dir="auto">{question}</dd>
        </div>
      )}
      <div>
        <dt className="dim">{t('answer')}</dt>
        {answer ? <dd dir="auto">{answer}</dd> : <dd className="dim">{t('noAnswer')}</dd>}
      </div>
    </dl>
  );
}

export interface RequestDetailProps {
  request: JoinRequest;
  /** Question of the society; empty if it asks none. */
  question: string;
  /** Draft of the rejection's reason. */
  reason: string;
  onReason: (id: string, reason: string) => void;
  onDecide: RowActions['onDecide'];
}

/** Shows one request: the person, the time and the answer; while it is pending, the decision. */
export function RequestDetail({ request, question, reason, onReason, onDecide }: RequestDetailProps) {
  const { t } = useTranslation(['join-requests', 'common']);
  const { Request_ID: id, User, User_Email, User_Photo, Status } = request;
  const name = request.User_Name || t('common:unknownUser');
  const looker = useLooker(id);
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
      {looker && (
        <p className={`${deskCss.looker} small`} role="status">
          {t('join-requests:looking', { name: looker.split(' ')[0] })}
        </p>
      )}
      <QuestionAndAnswer question={question} answer={request.Answer} />
      <Facts request={request} />
      <RequestHistory request={request} />
      <ReopenButton request={request} />
      {Status === 'pending' && (
        <>
          <RejectReason reason={reason} onReason={(text) => onReason(id, text)} hasQuestion={question !== ''} />
          <div className={css.decide}>
            <Button data-online size="md" leftSection={<IconCheck size={18} aria-hidden="true" />} onClick={() => onDecide(id, 'approved')}>
              {t('join-requests:approve')}
            </Button>
            <Button data-online size="md" variant="default" onClick={() => onDecide(id, 'rejected', reason.trim())}>
              {t('join-requests:reject')}
            </Button>
            <p className="micro dim">{t('join-requests:hear')}</p>
          </div>
        </>
      )}
    </div>
  );
}
