import { IconCheck, IconX } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { JoinRequest } from '#models/contract/join-requests';
import { Excerpt } from '@/components/excerpt';
import { Checkbox } from '@/components/fields';
import { PersonAvatar } from '@/components/person-avatar';
import { TimeAgo } from '@/components/time-ago';
import deskCss from './desk.module.css';
import css from './join-requests.module.css';
import { useLooker } from './looking.store';
import { StatusBadge } from './status-badge';

export interface RowActions {
  onSelect: (id: string) => void;
  /** `reason`: optional, for a rejection. */
  onDecide: (id: string, to: 'approved' | 'rejected', reason?: string) => void;
}

interface RequestRowProps extends RowActions {
  request: JoinRequest;
  isSelected: boolean;
  isFresh: boolean;
  /** Decided and leaving the list: its buttons are disabled. */
  isLeaving: boolean;
  /** Society of the request, where the list has several. */
  society?: ReactNode;
  isChecked?: boolean;
  /** Chooses the request among others; without it the row cannot be chosen. */
  onCheck?: (id: string) => void;
}

function RowButtons({ id, name, onDecide }: { id: string; name: string; onDecide: RowActions['onDecide'] }) {
  const { t } = useTranslation('join-requests');
  return (
    <span className={css.quick}>
      <button type="button" className={css.yes} data-online aria-label={t('approveOf', { name })} onClick={() => onDecide(id, 'approved')}>
        <IconCheck size={19} stroke={2.25} aria-hidden="true" />
      </button>
      <button type="button" className={css.no} data-online aria-label={t('rejectOf', { name })} onClick={() => onDecide(id, 'rejected')}>
        <IconX size={19} stroke={2.25} aria-hidden="true" />
      </button>
    </span>
  );
}

/** Row of one request: the name selects it, the buttons approve and reject it. */
export function RequestRow({
  request,
  isSelected,
  isFresh,
  isLeaving,
  society,
  isChecked = false,
  onCheck,
  onSelect,
  onDecide,
}: RequestRowProps) {
  const { t } = useTranslation(['join-requests', 'common']);
  const [nameId, restId] = [useId(), useId()];
  const { Request_ID: id, User, User_Email, User_Photo, Status, CreatedAt } = request;
  const name = request.User_Name || t('common:unknownUser');
  const looker = useLooker(id);
  return (
    <li
      className={css.row}
      data-fresh={isFresh || undefined}
      data-selected={isSelected || undefined}
      data-leaving={isLeaving || undefined}
      inert={isLeaving}
    >
      {onCheck && Status === 'pending' && (
        <Checkbox
          className={deskCss.check ?? ''}
          aria-label={t('join-requests:desk.choose', { name })}
          checked={isChecked}
          onChange={() => onCheck(id)}
        />
      )}
      <button
        type="button"
        id={`request-${id}`}
        className={css.pick}
        aria-pressed={isSelected}
        aria-labelledby={nameId}
        aria-describedby={restId}
        onClick={() => onSelect(id)}
      >
        <PersonAvatar id={User} name={name} image={User_Photo} size={44} />
        <span className="grow">
          <span className={`row ${css.name}`}>
            <Excerpt as="b" id={nameId}>
              {name}
            </Excerpt>
            {isFresh && <span className={`${css.new} micro`}>{t('common:new')}</span>}
          </span>
          <Excerpt className="small dim">{User_Email}</Excerpt>
          {society && <Excerpt className="micro dim">{society}</Excerpt>}
          {looker && (
            <Excerpt isSentence className={`${deskCss.looker} micro`}>
              {t('join-requests:looking', { name: looker.split(' ')[0] })}
            </Excerpt>
          )}
        </span>
        <span id={restId} className={css.when}>
          <span className="vh">{User_Email}</span> <TimeAgo time={CreatedAt} className={`micro ${isFresh ? css.now : 'dim'}`} />
        </span>
      </button>
      {Status === 'pending' ? <RowButtons id={id} name={name} onDecide={onDecide} /> : <StatusBadge status={Status} />}
    </li>
  );
}
