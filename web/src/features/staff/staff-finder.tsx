import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import type { StaffScope } from '#models/contract/staff-scopes';
import { type Account, getAllUsers } from '#models/contract/users';
import { CardList } from '@/components/card-list';
import { DebouncedSearch } from '@/components/debounced-search';
import { PersonRow } from '@/components/person-row';
import { EmptyState } from '@/components/states';
import { api } from '@/lib/api';
import { useUser } from '@/lib/session';
import type { StaffCandidate } from './propose-dialog';
import css from './staff.module.css';

const mostFound = 8;
const leastTyped = 2;

const scopesOf = ({ Role, Scopes = [] }: Account): StaffScope[] => [...Scopes, ...(Role === 'admin' ? (['all'] as const) : [])];

function Found({ q, onSelect }: { q: string; onSelect: (candidate: StaffCandidate) => void }) {
  const { t } = useTranslation(['staff', 'common']);
  const me = useUser()?.ID;
  const query = useQuery({
    queryKey: ['staff-candidates', q],
    queryFn: async ({ signal }) => (await api(getAllUsers, { q, limit: mostFound }, { signal })).data,
    meta: { persist: false },
  });
  return (
    <CardList
      query={query}
      items={query.data?.filter(({ ID }) => ID !== me) ?? []}
      label={t('staff:find.title')}
      failed={t('staff:find.failed')}
      failure="block"
      empty={<EmptyState title={t('staff:find.none')} text={t('staff:find.noneText')} />}
    >
      {(account) => (
        <li key={account.ID} className={css.row}>
          <PersonRow id={account.ID} name={account.Name} image={account.Image} note={account.Email}>
            <Button
              data-online
              variant="default"
              aria-haspopup="dialog"
              aria-label={t('staff:people.changeOf', { name: account.Name || t('common:unknownUser') })}
              onClick={() => onSelect({ ID: account.ID, Name: account.Name, scopes: scopesOf(account) })}
            >
              {t('staff:people.change')}
            </Button>
          </PersonRow>
        </li>
      )}
    </CardList>
  );
}

/** Search for somebody who is to get scopes. */
export function StaffFinder({ onSelect }: { onSelect: (candidate: StaffCandidate) => void }) {
  const { t } = useTranslation('staff');
  const [q, setQ] = useState('');
  return (
    <section className={`card ${css.part}`} aria-label={t('find.title')}>
      <h2 className="h3">{t('find.title')}</h2>
      <DebouncedSearch label={t('find.label')} value={q} max={lengths.email} onChange={setQ} />
      {q.length < leastTyped ? <p className="small soft">{t('find.help')}</p> : <Found q={q} onSelect={onSelect} />}
    </section>
  );
}
