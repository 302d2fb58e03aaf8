import { useTranslation } from 'react-i18next';
import { hideOnRoster } from '#models/contract/naming';
import { Switch } from '@/components/fields';
import { api } from '@/lib/api';
import { useAction } from '@/sync/mutations';
import { refetchMembers } from './members.store';

/** A member's own switch: whether the list shows them to others. */
export function HideSwitch({ societyId, isHidden }: { societyId: string; isHidden: boolean }) {
  const { t } = useTranslation('members');
  const { run, isBusy } = useAction(async () => {
    await api(hideOnRoster, { society_id: societyId, hidden: !isHidden });
    refetchMembers(societyId);
  });
  return (
    <Switch
      labelPosition="left"
      label={t('hide.label')}
      // Without this, Mantine adds the help text to the accessible name.
      aria-label={t('hide.label')}
      description={t('hide.help')}
      data-online
      disabled={isBusy}
      checked={isHidden}
      onChange={() => void run()}
    />
  );
}
