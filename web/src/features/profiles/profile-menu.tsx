import { IconFlag3, IconUserOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { blockUser } from '#models/contract/blocks';
import type { PublicProfile } from '#models/contract/profiles';
import { confirm } from '@/components/confirm';
import { ActionMenu } from '@/components/menu';
import { useReportDialog } from '@/components/report-button';
import { api } from '@/lib/api';
import { toast } from '@/lib/toasts';
import { useAction } from '@/sync/mutations';

/** Returns a function that confirms and blocks a person, then leaves the profile, which is hidden from now on. */
function useBlock({ ID, Name }: PublicProfile): () => Promise<unknown> {
  const { t } = useTranslation('profiles');
  const navigate = useNavigate();
  const block = useAction(async () => {
    await api(blockUser, { user_id: ID });
    toast('success', t('block.done', { name: Name }), { link: { to: '/account?tab=privacy', label: t('block.settings') } });
    await navigate('/', { replace: true });
  });
  return () =>
    confirm({
      title: t('block.title', { name: Name }),
      text: t('block.text'),
      action: t('block.action'),
      busy: t('block.busy'),
      danger: true,
      run: block.run,
    });
}

/** Menu of a profile: block and report. */
export function ProfileMenu({ profile }: { profile: PublicProfile }) {
  const { t } = useTranslation('profiles');
  const block = useBlock(profile);
  const { ID: id, Name: name } = profile;
  const [dialog, open] = useReportDialog({ kind: 'user', id, texts: { title: t('report.title'), help: t('report.help') } });
  const report = { icon: IconFlag3, label: t('report.action'), onClick: open };
  const items = profile.Can.block
    ? [report, { icon: IconUserOff, label: t('block.action'), onClick: () => void block(), danger: true, needsConnection: true }]
    : [report];
  return (
    <>
      <ActionMenu label={t('more', { name })} items={items} />
      {dialog}
    </>
  );
}
