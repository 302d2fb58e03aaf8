import { Button } from '@mantine/core';
import { IconTicket } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '@/components/badge';
import { Excerpt } from '@/components/excerpt';
import { PersonAvatar } from '@/components/person-avatar';
import { timeOfDay } from '@/lib/time-of-day';
import css from './door.module.css';
import type { DoorEntry } from './door-entries';
import { refusalText } from './door-result';
import { removeEntry, undoEntry } from './doors';

const maxShown = 10;
const tones: Record<DoorEntry['state'], BadgeTone> = { waiting: 'amber', in: 'brand', again: 'amber', out: 'plain', refused: 'rose' };

function useEntryTexts(entry: DoorEntry): { name: string; stateText: string } {
  const { t } = useTranslation(['check-in', 'common']);
  const { state, since, person, code } = entry;
  const name = person ? person.Name || t('common:unknownUser') : t('check-in:checkIn.ticket', { end: code.slice(-4) });
  if (state === 'again') return { name, stateText: t('check-in:checkIn.result.again', { time: since ? timeOfDay(since) : '' }) };
  if (state === 'refused') return { name, stateText: refusalText(entry) || t('check-in:checkIn.result.refused') };
  return { name, stateText: t(`check-in:checkIn.result.${state}`) };
}

function EntryLine({ eventId, entry, onRemoved }: { eventId: string; entry: DoorEntry; onRemoved: () => void }) {
  const { t } = useTranslation('check-in');
  const { name, stateText } = useEntryTexts(entry);
  const { id, state, person, undo, at } = entry;
  // A check-in made at another door (`again`) can only be dismissed here, not undone.
  const isDismissable = state !== 'waiting' && state !== 'in';
  const press = () => {
    if (isDismissable) removeEntry(eventId, id);
    else undoEntry(eventId, entry);
    if (isDismissable || state === 'waiting') onRemoved();
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
        <Excerpt as="p">{name}</Excerpt>
        <div className={css.words}>
          <Badge tone={tones[state]}>{stateText}</Badge>
        </div>
      </div>
      <time className="micro dim" dateTime={at}>
        {timeOfDay(at)}
      </time>
      {!(state === 'waiting' && undo) && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={css.lineAct ?? ''}
          aria-label={isDismissable ? t('checkIn.dismissOf', { name }) : t('checkIn.undoOf', { name })}
          onClick={press}
        >
          {isDismissable ? t('checkIn.dismiss') : t('checkIn.undo')}
        </Button>
      )}
    </li>
  );
}

/** Recent check-ins at this door, with the server's answers. */
export function DoorHistory({ eventId, entries }: { eventId: string; entries: readonly DoorEntry[] }) {
  const { t } = useTranslation('check-in');
  const head = useRef<HTMLHeadingElement>(null);
  // Always list entries that are waiting or refused.
  const lines = entries.filter(({ state }, place) => place < maxShown || state === 'waiting' || state === 'refused');
  return (
    <section className={`card ${css.history}`} aria-label={t('checkIn.history')}>
      <h2 className="h3" ref={head} tabIndex={-1}>
        {t('checkIn.history')}
      </h2>
      {lines.length === 0 && <p className="small dim">{t('checkIn.historyEmpty')}</p>}
      <ul>
        {lines.map((entry) => (
          <EntryLine key={entry.id} eventId={eventId} entry={entry} onRemoved={() => head.current?.focus()} />
        ))}
      </ul>
    </section>
  );
}
