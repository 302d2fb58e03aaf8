import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { exportData } from '#models/contract/account';
import { DownloadButton } from '@/components/download-button';
import { lazyDialog } from '@/components/lazy-dialog';
import { api } from '@/lib/api';
import { longDay, today } from '@/lib/format';
import css from './account.module.css';
import type { OwnSociety } from './delete-dialog';
import { ParticipationCard } from './participation-card';
import { SettingsCard } from './settings-card';

/** Longer than for other calls, since an export may be large. */
const EXPORT_TIMEOUT = 60_000;
const DAY = 86_400_000;
const useDeleteDialog = lazyDialog(() => import('./delete-dialog'));

function ExportCard() {
  const { t } = useTranslation('account');
  const fetchFile = async () => {
    const { data } = await api(exportData, {}, { timeout: EXPORT_TIMEOUT });
    return [`nadi-data-${today()}.json`, 'application/json', JSON.stringify(data, null, 2)] as const;
  };
  return (
    <SettingsCard title={t('data.title')} lead={t('data.lead')}>
      <div>
        <DownloadButton variant="light" busyLabel={t('data.busy')} fetchFile={fetchFile} done={t('data.done')}>
          {t('data.download')}
        </DownloadButton>
      </div>
    </SettingsCard>
  );
}

interface DataTabProps {
  societies: readonly OwnSociety[];
  /** Days for which a deleted account can be restored. */
  restorableDays?: number | undefined;
}

/** Tab to download the user's stored data and to delete the account. */
export function DataTab({ societies, restorableDays }: DataTabProps) {
  const { t } = useTranslation('account');
  const until = restorableDays ? longDay(new Date(Date.now() + restorableDays * DAY)) : null;
  const [dialog, open] = useDeleteDialog({ societies, until });
  return (
    <div className="stack">
      <ExportCard />
      <ParticipationCard />
      <SettingsCard title={t('delete.title')} lead={until ? t('delete.until.lead', { date: until }) : t('delete.lead')}>
        <ul className={`${css.points} small soft`}>
          <li>{t(until ? 'delete.until.point1' : 'delete.point1')}</li>
          <li>{t(until ? 'delete.until.point2' : 'delete.point2')}</li>
          <li>{t('delete.point3')}</li>
        </ul>
        <div>
          <Button color="rose" leftSection={<IconTrash size={17} aria-hidden="true" />} onClick={open}>
            {t('delete.open')}
          </Button>
        </div>
      </SettingsCard>
      {dialog}
    </div>
  );
}
