import { useTranslation } from 'react-i18next';
import type { Society } from '#models/contract/societies';
import { Excerpt } from '@/components/excerpt';
import { Switch } from '@/components/fields';
import { SocietyTile } from '@/components/society-tile';
import { setMuted, useIsMuted } from '@/sync/mute';
import css from './account.module.css';
import { SettingsCard } from './settings-card';

/** The fields of a society that a line shows. */
export type MutableSociety = Pick<Society, 'ID' | 'Name' | 'Image' | 'Category'>;

function MutedSocietyRow({ society: { ID, Name, Image, Category } }: { society: MutableSociety }) {
  const { t } = useTranslation('account');
  const isMuted = useIsMuted(ID);
  return (
    <li className={css.line}>
      <SocietyTile id={ID} category={Category} image={Image} size={36} />
      <Excerpt className="grow">{Name}</Excerpt>
      <Switch
        aria-label={t('muted.one', { society: Name })}
        checked={isMuted ?? false}
        disabled={isMuted === null}
        data-online
        onChange={(event) => void setMuted(ID, event.currentTarget.checked)}
      />
    </li>
  );
}

/** The user's societies, each with a switch to mute its notifications. */
export function MutedSocieties({ societies }: { societies: readonly MutableSociety[] }) {
  const { t } = useTranslation('account');
  return (
    <SettingsCard title={t('muted.title')} lead={t(societies.length > 0 ? 'muted.lead' : 'muted.none')}>
      {societies.length > 0 && (
        <ul className={css.lines}>
          {societies.map((society) => (
            <MutedSocietyRow key={society.ID} society={society} />
          ))}
        </ul>
      )}
    </SettingsCard>
  );
}
