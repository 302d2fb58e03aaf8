import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '#models/contract/users';
import { AsyncList } from '@/components/async-list';
import { Badge } from '@/components/badge';
import { DebouncedSearch } from '@/components/debounced-search';
import { Excerpt } from '@/components/excerpt';
import { PersonRow } from '@/components/person-row';
import { EmptyState } from '@/components/states';
import { monthYear } from '@/lib/format';
import { isStaffUser, useScope } from '@/lib/scopes';
import { reportMissingScript } from '@/lib/use-lazy-open';
import { accountList } from './accounts.store';
import css from './people.module.css';

const loadDialog = () => import('./suspend-dialog');
const SuspendDialog = lazy(loadDialog);
const longest = 254;

function Note({ account: { Email, Create_Date, Suspended_At, Suspended_For, Has_Left } }: { account: Account }) {
  const { t } = useTranslation('moderation');
  return (
    <>
      <Excerpt>{Email}</Excerpt>
      {Suspended_At ? (
        <span className={css.why}>
          {t('people.suspendedSince')} {monthYear(Suspended_At)}
          {(Suspended_For || Has_Left) && (
            <>
              {' · '}
              <bdi>{Has_Left ? t('people.left') : Suspended_For}</bdi>
            </>
          )}
        </span>
      ) : (
        <span>
          {t('people.since')} {monthYear(Create_Date)}
        </span>
      )}
    </>
  );
}

function AccountRow({ account, onSelect }: { account: Account; onSelect: (account: Account) => void }) {
  const { t } = useTranslation('moderation');
  const { ID, Name: name, Image, Role, Verified, Suspended_At } = account;
  const isAdmin = Role === 'admin';
  const mayChangeStaff = useScope('all');
  const isProtected = isAdmin || (isStaffUser(account) && !mayChangeStaff);
  const label = Suspended_At ? t('people.letInOf', { name }) : t('people.suspendOf', { name });
  return (
    <li className={css.row}>
      <PersonRow id={ID} name={name} image={Image} size={44} note={<Note account={account} />}>
        <span className={css.state}>
          {isAdmin && <Badge tone="brand">{t('people.admin')}</Badge>}
          {!isAdmin && isStaffUser(account) && <Badge tone="sky">{t('people.staff')}</Badge>}
          {!Verified && <Badge tone="amber">{t('people.unverified')}</Badge>}
          {Suspended_At && <Badge tone="rose">{t('people.suspended')}</Badge>}
        </span>
        <Button
          variant="default"
          disabled={isProtected}
          title={isProtected ? t(isAdmin ? 'people.notAdmins' : 'people.notStaff') : undefined}
          aria-label={label}
          aria-haspopup="dialog"
          onClick={() => onSelect(account)}
        >
          {Suspended_At ? t('people.letIn') : t('people.suspend')}
        </Button>
      </PersonRow>
    </li>
  );
}

/** Searchable list of all accounts, to suspend and reinstate. */
export function PeopleList({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const { t } = useTranslation('moderation');
  // State of the list, not of a row, so that the dialog stays open when the row disappears.
  const [selected, setSelected] = useState<Account | null>(null);
  const list = accountList.useItems({ q });
  const select = (account: Account) => void loadDialog().then(() => setSelected(account), reportMissingScript);
  return (
    <div className="stack">
      {/* biome-ignore lint/a11y/useSemanticElements: not every browser and screen reader knows <search> yet. */}
      <form role="search" aria-label={t('people.title')} onSubmit={(event) => event.preventDefault()}>
        <DebouncedSearch label={t('people.search')} value={q} max={longest} onChange={onSearch} />
      </form>
      <section className={`card ${css.list}`} aria-label={t('people.title')}>
        <AsyncList
          view={list}
          frame="none"
          failed={t('people.failed')}
          empty={<EmptyState title={t('people.none')} text={t('people.noneText')} />}
        >
          {(account) => <AccountRow account={account} onSelect={select} />}
        </AsyncList>
      </section>
      <Suspense>{selected && <SuspendDialog account={selected} onClose={() => setSelected(null)} />}</Suspense>
    </div>
  );
}
