import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sensitiveCategories } from '#models/contract/societies';
import { AsyncList } from '@/components/async-list';
import { BusyButton } from '@/components/busy-button';
import { DebouncedSearch } from '@/components/debounced-search';
import { PersonRow } from '@/components/person-row';
import { useAction } from '@/sync/mutations';
import css from './attendees.module.css';
import { useAttendees } from './attendees.store';
import type { OrganisedEvent } from './event-gate';
import { sendSteward, useMembersByName, useStewards } from './stewards.store';

interface Person {
  ID: string;
  Name: string;
  Image: string;
}

interface StewardRowProps {
  eventId: string;
  person: Person;
  isSteward: boolean;
  /** Called once the person was named or removed. */
  onDone?: () => void;
}

function StewardRow({ eventId, person, isSteward, onDone }: StewardRowProps) {
  const { t } = useTranslation(['check-in', 'common']);
  const { isBusy, run } = useAction(() => sendSteward(eventId, person.ID, !isSteward));
  const label = isSteward ? t('check-in:stewards.remove') : t('check-in:stewards.add');
  const Icon = isSteward ? IconX : IconPlus;
  const name = person.Name || t('common:unknownUser');
  return (
    <li className={css.row}>
      <PersonRow id={person.ID} name={person.Name} image={person.Image} size={36}>
        <BusyButton
          variant={isSteward ? 'subtle' : 'light'}
          size="sm"
          className={css.act ?? ''}
          busy={isBusy}
          busyLabel={label}
          leftSection={<Icon size={17} stroke={2} aria-hidden="true" />}
          aria-label={isSteward ? t('check-in:stewards.removeOf', { name }) : t('check-in:stewards.addOf', { name })}
          onClick={() => void run().then((isDone) => isDone && onDone?.())}
        >
          {label}
        </BusyButton>
      </PersonRow>
    </li>
  );
}

const mostFound = 6;

/** People with this name who can be stewards: those who are going, then members, each once; in a sensitive society only members. */
function useCandidates({ ID, Society_ID, Society }: OrganisedEvent, q: string, stewards: readonly Person[]): Person[] {
  const isSensitive = sensitiveCategories.includes(Society.Category);
  const going = useAttendees(ID, 'attending', q, q !== '' && !isSensitive);
  const members = useMembersByName(Society_ID, q);
  if (q === '') return [];
  const found = new Map([...(isSensitive ? [] : going.items), ...members.items].map((each): [string, Person] => [each.ID, each]));
  for (const steward of stewards) found.delete(steward.ID);
  return [...found.values()].slice(0, mostFound);
}

/** The stewards of an event, for its organizers, with a search to name one. */
export function Stewards({ event }: { event: OrganisedEvent }) {
  const { t } = useTranslation('check-in');
  const [q, setQ] = useState('');
  const view = useStewards(event.ID);
  const candidates = useCandidates(event, q, view.items);
  return (
    <section className={`card ${css.stewards} steady`} aria-label={t('stewards.title')}>
      <h2 className="h3">{t('stewards.title')}</h2>
      <p className="small soft">{t('stewards.text')}</p>
      <AsyncList
        view={view}
        idOf={({ key }) => key}
        frame="none"
        className={css.rows}
        label={t('stewards.title')}
        failed={t('attendees.failed')}
        empty={<p className="small dim">{t('stewards.none')}</p>}
      >
        {(person) => <StewardRow eventId={event.ID} person={person} isSteward />}
      </AsyncList>
      <DebouncedSearch label={t('stewards.search')} value={q} onChange={setQ} />
      {candidates.length > 0 && (
        <ul className={css.rows} aria-label={t('stewards.found')}>
          {candidates.map((person) => (
            <StewardRow key={person.ID} eventId={event.ID} person={person} isSteward={false} onDone={() => setQ('')} />
          ))}
        </ul>
      )}
      {q !== '' && candidates.length === 0 && <p className="small dim">{t('attendees.nobody')}</p>}
    </section>
  );
}
