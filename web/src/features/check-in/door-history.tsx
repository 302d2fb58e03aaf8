import { Button } from '@mantine/core';
import { IconTicket } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '@/components/badge';
import { PersonAvatar } from '@/components/person-avatar';
import css from './door.module.css';
import type { Entry } from './door-entries';
import { refusal } from './door-result';
import { drop, takeBack } from './doors';
import { clockOf } from './when';

const shown = 10;
const tones: Record<Entry['state'], BadgeTone> = { waiting: 'amber', in: 'brand', again: 'amber', out: 'plain', refused: 'rose' };

function useWords(entry: Entry): { name: string; said: string } {
  const { t } = useTranslation(['check-in', 'common']);
  const { state, since, person, code } = entry;
  const name = person ? person.Name || t('common:unknownUser') : t('check-in:checkIn.ticket', { end: code.slice(-4) });
  if (state === 'again') return { name, said: t('check-in:checkIn.result.again', { time: since ? clockOf(since) : '' }) };
  if (state === 'refused') return { name, said: refusal(entry) || t('check-in:checkIn.result.refused') };
  return { name, said: t(`check-in:checkIn.result.${state}`) };
}

function Line({ eventId, entry, onGone }: { eventId: string; entry: Entry; onGone: () => void }) {
  const { t } = useTranslation('check-in');
  const { name, said } = useWords(entry);
  const { id, state, person, undo, at } = entry;
  // Who was let in elsewhere is not sent out again from here.
  const isRead = state !== 'waiting' && state !== 'in';
  const press = () => {
    if (isRead) drop(eventId, id);
    else takeBack(eventId, entry);
    if (isRead || state === 'waiting') onGone();
  };
  return (
    <li className={css.line}>
      {person ? (
        <PersonAvatar id={person.ID} name={name} image={person.Image} size={36} />
      ) : (
        <span className={css.unnamed}>
          <IconTicket size={19} stroke={1.75} aria-hidden="true" />
        </span>
      )}
      <div className="grow">
        <p className="cut">
          <bdi>{name}</bdi>
        </p>
        <div className={css.words}>
          <Badge tone={tones[state]}>{said}</Badge>
        </div>
      </div>
      <time className="micro dim" dateTime={at}>
        {clockOf(at)}
      </time>
      {!(state === 'waiting' && undo) && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={css.lineAct ?? ''}
          aria-label={isRead ? t('checkIn.dismissOf', { name }) : t('checkIn.undoOf', { name })}
          onClick={press}
        >
          {isRead ? t('checkIn.dismiss') : t('checkIn.undo')}
        </Button>
      )}
    </li>
  );
}

/** Who came through this door last, and what the server said of it. */
export function DoorHistory({ eventId, entries }: { eventId: string; entries: readonly Entry[] }) {
  const { t } = useTranslation('check-in');
  const head = useRef<HTMLHeadingElement>(null);
  // What is refused or waits is never out of sight.
  const lines = entries.filter(({ state }, place) => place < shown || state === 'waiting' || state === 'refused');
  return (
    <section className={`card ${css.history}`} aria-label={t('checkIn.history')}>
      <h2 className="h3" ref={head} tabIndex={-1}>
        {t('checkIn.history')}
      </h2>
      {lines.length === 0 && <p className="small dim">{t('checkIn.historyEmpty')}</p>}
      <ul>
        {lines.map((entry) => (
          <Line key={entry.id} eventId={eventId} entry={entry} onGone={() => head.current?.focus()} />
        ))}
      </ul>
    </section>
  );
}
