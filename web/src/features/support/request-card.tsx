import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SupportRequest, SupportRequestStatus } from '#models/contract/support';
import { Badge, type BadgeTone } from '@/components/badge';
import { DueTime } from '@/components/due-time';
import { Excerpt } from '@/components/excerpt';
import { PersonAvatar } from '@/components/person-avatar';
import { Taking } from '@/components/taking';
import { TimeAgo } from '@/components/time-ago';
import { WrittenText } from '@/components/written-text';
import { useUser } from '@/lib/session';
import { ReplyForm } from './reply-form';
import css from './requests.module.css';
import { useTake } from './use-take';

const tones: Record<SupportRequestStatus, BadgeTone> = { open: 'amber', answered: 'brand', closed: 'plain' };

interface RequestMessage {
  id: string;
  user: string | null;
  name: string;
  isSupport: boolean;
  text: string;
  time: string;
}

/** Question and replies of a request, oldest first. */
const messagesOf = ({ ID, User, User_Name, User_Email, Content, CreatedAt, Replies }: SupportRequest): RequestMessage[] => [
  { id: ID, user: User, name: User_Name ?? User_Email ?? '', isSupport: false, text: Content, time: CreatedAt },
  ...Replies.map((reply) => ({
    id: reply.ID,
    user: reply.User,
    name: reply.User_Name,
    isSupport: reply.Is_Support,
    text: reply.Content,
    time: reply.CreatedAt,
  })),
];

function MessageBubble({ message: { user, name, isSupport, text, time } }: { message: RequestMessage }) {
  const { t } = useTranslation(['support', 'common']);
  const isMine = useUser()?.ID === user;
  const shown = isMine ? t('common:you') : name || t('common:unknownUser');
  return (
    <li className={css.word} data-support={isSupport || undefined}>
      <PersonAvatar id={user ?? name} name={name} size={36} />
      <div className={css.bubble}>
        <div className={`row ${css.who}`}>
          {user && !isMine ? (
            <Link to={`/users/${user}`} className={css.name ?? ''}>
              <Excerpt>{shown}</Excerpt>
            </Link>
          ) : (
            <Excerpt as="b" className={css.name}>
              {shown}
            </Excerpt>
          )}
          {isSupport && <Badge tone="brand">{t('support:tickets.support')}</Badge>}
          <TimeAgo time={time} className="micro dim" />
        </div>
        <WrittenText text={text} />
      </div>
    </li>
  );
}

/** Who of the support team is on the request, for the team. */
function RequestTaking({ request }: { request: SupportRequest }) {
  const { run, isBusy } = useTake(request);
  const me = useUser()?.ID ?? '';
  return <Taking taker={request.Taken_By} me={me} isBusy={isBusy} onTake={(taken) => void run(taken)} />;
}

/** Who of the support team is on the request, for its author. */
function Taker({ name }: { name: string }) {
  const { t } = useTranslation('support');
  return (
    <p role="status" className="small soft">
      {t('tickets.taken', { name: `\u2068${name}\u2069` })}
    </p>
  );
}

interface RequestCardProps {
  request: SupportRequest;
  /** The viewer answers for the support team. */
  isSupport?: boolean;
  isOpenAtFirst?: boolean;
}

/** Card of a request: the subject expands its messages and the reply form. */
export function RequestCard({ request, isSupport = false, isOpenAtFirst = false }: RequestCardProps) {
  const { t } = useTranslation('support');
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const id = useId();
  const { Subject, Category, Status, CreatedAt, Replies, User, User_Name, User_Email } = request;
  return (
    <li className="card">
      <h2 className={css.head}>
        <button type="button" aria-expanded={isOpen} aria-controls={isOpen ? id : undefined} onClick={() => setOpen(!isOpen)}>
          <span className="grow">
            <bdi className={css.subject}>{Subject}</bdi>
            <span className={`${css.facts} micro dim`}>
              {isSupport && <bdi>{User ? User_Name : `${User_Email} · ${t('tickets.visitor')}`}</bdi>}
              <span>{t(`category.${Category}` as 'category.general', { defaultValue: Category })}</span>
              <TimeAgo time={CreatedAt} />
              {Replies.length > 0 && <span>{t('tickets.open', { count: Replies.length })}</span>}
            </span>
          </span>
          <span className={css.state}>
            <DueTime time={request.Due_At} />
            <Badge tone={tones[Status]}>{t(`status.${Status}`)}</Badge>
          </span>
          <IconChevronDown size={19} stroke={1.75} aria-hidden="true" className={css.arrow} />
        </button>
      </h2>
      {isOpen && (
        <div id={id} className={css.thread}>
          <ol>
            {messagesOf(request).map((message) => (
              <MessageBubble key={message.id} message={message} />
            ))}
          </ol>
          {isSupport && Status === 'open' && <RequestTaking request={request} />}
          {!isSupport && request.Taken_By && <Taker name={request.Taken_By.Name} />}
          <ReplyForm request={request} isSupport={isSupport} />
        </div>
      )}
    </li>
  );
}
