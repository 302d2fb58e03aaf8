import { Button } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { roomOf } from '#models/contract/rooms';
import { type RemovedSociety, restorableDays } from '#models/contract/society-removal';
import { AsyncList } from '@/components/async-list';
import { Badge } from '@/components/badge';
import { lazyDialog } from '@/components/lazy-dialog';
import { SocietyTile } from '@/components/society-tile';
import { EmptyState } from '@/components/states';
import { TimeAgo } from '@/components/time-ago';
import { useRooms } from '@/lib/live';
import { useNow } from '@/lib/now';
import css from './removed.module.css';
import { removedList } from './removed.store';

const useRestoreDialog = lazyDialog(() => import('./restore-dialog'));
const dayMs = 86_400_000;
const urgentDays = 3;

/** Days left to restore a society, including the last one. */
const daysLeft = (removedAt: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(removedAt) + restorableDays * dayMs - now) / dayMs));

function RemovedRow({ society }: { society: RemovedSociety }) {
  const { t } = useTranslation('removed-societies');
  const [dialog, open] = useRestoreDialog({ society });
  const { ID, Name: name, Image, Category, Member_Count, Removed_At } = society;
  const left = daysLeft(Removed_At, useNow());
  return (
    <li className={css.row}>
      <SocietyTile id={ID} category={Category} image={Image} size={52} />
      <span className={`grow ${css.words}`}>
        <b className={css.name}>
          <bdi>{name}</bdi>
        </b>
        <span className={`${css.facts} small dim`}>
          <span>{t('members', { count: Member_Count })}</span>
          <span>
            {t('deleted')} <TimeAgo time={Removed_At} />
          </span>
        </span>
      </span>
      <Badge tone={left <= urgentDays ? 'rose' : 'amber'}>{t('left', { count: left })}</Badge>
      <Button
        variant="default"
        leftSection={<IconRestore size={17} stroke={1.75} aria-hidden="true" />}
        aria-label={t('restoreOf', { name })}
        aria-haspopup="dialog"
        onClick={open}
      >
        {t('restore')}
      </Button>
      {dialog}
    </li>
  );
}

/** List of deleted societies that can still be restored. */
export function RemovedList() {
  const { t } = useTranslation('removed-societies');
  const list = removedList.useItems({});
  useRooms([roomOf('societies')]);
  return (
    <section className={`card ${css.list}`} aria-label={t('title')}>
      <AsyncList
        view={list}
        frame="none"
        failed={t('failed')}
        empty={<EmptyState title={t('none')} text={t('noneText', { count: restorableDays })} />}
      >
        {(society) => <RemovedRow society={society} />}
      </AsyncList>
    </section>
  );
}
