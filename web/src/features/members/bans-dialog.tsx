import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Ban, getBans, unban } from '#models/contract/bans';
import { AsyncList } from '@/components/async-list';
import { confirm } from '@/components/confirm';
import { Modal } from '@/components/modal';
import { PersonRow } from '@/components/person-row';
import { RowSkeletons } from '@/components/skeletons';
import { EmptyState } from '@/components/states';
import { TimeAgo } from '@/components/time-ago';
import { api } from '@/lib/api';
import { toast } from '@/lib/toasts';
import { createEntities } from '@/sync/entities';
import { defineList } from '@/sync/lists';
import { useAction } from '@/sync/mutations';
import { personRef } from '@/sync/people';
import css from './members.module.css';

type BanEntity = Ban & { key: string };

const banList = defineList({
  key: ['bans'],
  call: getBans,
  input: ({ society_id }: { society_id: string }) => ({ society_id }),
  entities: createEntities<BanEntity>({ key: 'key', refs: [personRef('ID', { Name: 'Name', Image: 'Photo' })] }),
  toEntities: (data, { society_id }) => data.map((ban) => ({ ...ban, key: `${society_id}/${ban.ID}` })),
  persist: false,
});

function BanRow({ societyId, ban: { ID, Name, Photo, Banned_At, Banned_By } }: { societyId: string; ban: Ban }) {
  const { t } = useTranslation(['members', 'common']);
  const name = Name || t('common:unknownUser');
  const letIn = useAction(async () => {
    await api(unban, { society_id: societyId, user_id: ID });
    toast('success', t('members:bans.done', { name }));
  });
  const confirmUnban = async () => {
    const run = async () => {
      await letIn.run();
      await banList.refetch({ society_id: societyId });
    };
    const texts = { title: t('members:bans.ask', { name }), text: t('members:bans.askText') };
    await confirm({ ...texts, action: t('members:bans.letIn'), busy: t('members:bans.busy'), run });
  };
  const note = (
    <>
      {t('members:bans.when')} <TimeAgo time={Banned_At} />
      {Banned_By && <> · {t('members:bans.by', { name: Banned_By })}</>}
    </>
  );
  return (
    <li>
      <PersonRow id={ID} name={Name} image={Photo} note={note}>
        <Button
          variant="default"
          size="compact-md"
          data-online
          aria-haspopup="dialog"
          aria-label={t('members:bans.letInOf', { name })}
          onClick={() => void confirmUnban()}
        >
          {t('members:bans.letIn')}
        </Button>
      </PersonRow>
    </li>
  );
}

/** Lists banned people, each with a way to let them back in. */
export default function BansDialog({ societyId, onClose }: { societyId: string; onClose: () => void }) {
  const { t } = useTranslation(['members', 'common']);
  const list = banList.useItems({ society_id: societyId });
  return (
    <Modal onClose={onClose} title={t('members:bans.title')}>
      <AsyncList
        view={list}
        idOf={({ key }) => key}
        frame="none"
        className={css.banned}
        failed={t('members:bans.failed')}
        empty={<EmptyState title={t('members:bans.none')} text={t('members:bans.noneText')} />}
        skeleton={<RowSkeletons />}
      >
        {(ban) => <BanRow societyId={societyId} ban={ban} />}
      </AsyncList>
    </Modal>
  );
}
