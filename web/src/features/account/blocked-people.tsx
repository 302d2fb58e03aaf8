import { useTranslation } from 'react-i18next';
import { getBlocked, unblockUser } from '#models/contract/blocks';
import type { DataOf } from '#models/contract/define';
import { AsyncList } from '@/components/async-list';
import { BusyButton } from '@/components/busy-button';
import { Excerpt } from '@/components/excerpt';
import { PersonAvatar } from '@/components/person-avatar';
import { api } from '@/lib/api';
import { toast } from '@/lib/toasts';
import { createEntities } from '@/sync/entities';
import { defineList } from '@/sync/lists';
import { useAction } from '@/sync/mutations';
import css from './account.module.css';
import { SettingsCard } from './settings-card';

type BlockedPerson = DataOf<typeof getBlocked>[number];

const blockedList = defineList({
  key: ['blocked'],
  call: getBlocked,
  input: () => ({}),
  entities: createEntities<BlockedPerson>({}),
  access: true,
  persist: false,
});

function BlockedPersonRow({ person: { ID, Name, Image } }: { person: BlockedPerson }) {
  const { t } = useTranslation('account');
  const { run, isBusy } = useAction(async () => {
    await api(unblockUser, { user_id: ID });
    toast('success', t('blocked.done', { name: Name }));
    await blockedList.refetch();
  });
  return (
    <li className={css.line}>
      <PersonAvatar id={ID} name={Name} image={Image} size={36} />
      <Excerpt className="grow">{Name}</Excerpt>
      <BusyButton
        variant="default"
        size="compact-md"
        aria-label={t('blocked.unblockOne', { name: Name })}
        busy={isBusy}
        busyLabel={t('blocked.busy')}
        onClick={() => void run()}
      >
        {t('blocked.unblock')}
      </BusyButton>
    </li>
  );
}

/** People the viewer has blocked, each with a button to unblock; their profiles cannot be opened. */
export function BlockedPeople() {
  const { t } = useTranslation('account');
  const list = blockedList.useItems({});
  const isEmpty = list.query.data !== undefined && list.items.length === 0;
  return (
    <SettingsCard title={t('blocked.title')} lead={t(isEmpty ? 'blocked.none' : 'blocked.lead')}>
      <AsyncList view={list} className={css.lines} frame="none" empty={null}>
        {(person) => <BlockedPersonRow person={person} />}
      </AsyncList>
    </SettingsCard>
  );
}
