import { useTranslation } from 'react-i18next';
import { type FollowedSociety, type MailCadence, mailCadences } from '#models/contract/society-follows';
import { AsyncCard } from '@/components/async-card';
import { Excerpt } from '@/components/excerpt';
import { NativeSelect } from '@/components/fields';
import { RowSkeletons } from '@/components/skeletons';
import { SocietyTile } from '@/components/society-tile';
import { saveCadence, useFollowed } from '@/sync/followed';
import css from './account.module.css';
import { SettingsCard } from './settings-card';
import { useSetting } from './use-setting';

/** Value of the choice "as for all". */
const asForAll = '';

function FollowedSocietyRow({ society: { ID, Name, Image, Category, Cadence } }: { society: FollowedSociety }) {
  const { t } = useTranslation('account');
  const [cadence, choose] = useSetting<MailCadence | null>(Cadence, (next) => saveCadence(ID, next));
  return (
    <li className={css.line}>
      <SocietyTile id={ID} category={Category} image={Image} size={36} />
      <Excerpt className="grow">{Name}</Excerpt>
      <NativeSelect
        aria-label={t('followed.one', { society: Name })}
        data-online
        value={cadence ?? asForAll}
        onChange={(event) => choose((event.currentTarget.value || null) as MailCadence | null)}
        data={[
          { value: asForAll, label: t('followed.asForAll') },
          ...mailCadences.map((each) => ({ value: each, label: t(`followed.cadence.${each}`) })),
        ]}
      />
    </li>
  );
}

/** How often mail brings news of followed societies: for all, and for each. */
export function FollowedSocieties() {
  const { t } = useTranslation('account');
  const { query, societies, cadence } = useFollowed();
  const [forAll, choose] = useSetting<MailCadence>(cadence, (next) => saveCadence(null, next));
  return (
    <SettingsCard title={t('followed.title')} lead={query.data && t(societies.length > 0 ? 'followed.lead' : 'followed.none')}>
      <AsyncCard query={query} data={societies} skeleton={<RowSkeletons rows={1} />}>
        {() =>
          societies.length > 0 && (
            <>
              <NativeSelect
                label={t('followed.all')}
                description={t('followed.allHelp')}
                data-online
                value={forAll}
                onChange={(event) => choose(event.currentTarget.value as MailCadence)}
                data={mailCadences.map((each) => ({ value: each, label: t(`followed.cadence.${each}`) }))}
              />
              <ul className={css.lines}>
                {societies.map((society) => (
                  <FollowedSocietyRow key={society.ID} society={society} />
                ))}
              </ul>
            </>
          )
        }
      </AsyncCard>
    </SettingsCard>
  );
}
