import { useTranslation } from 'react-i18next';
import { Switch } from '@/components/fields';
import css from './account.module.css';
import { useSetting } from './use-setting';

interface SettingSwitchProps {
  label: string;
  help?: string | undefined;
  isOn: boolean;
  save: (on: boolean) => Promise<unknown>;
}

/** Switch that saves itself. */
export function SettingSwitch({ label, help, isOn, save }: SettingSwitchProps) {
  const { t } = useTranslation('account');
  const [shown, choose] = useSetting(isOn, save, t('profile.failed'));
  return (
    <Switch
      className={css.switch ?? ''}
      labelPosition="left"
      label={label}
      // Without this, Mantine adds the help text to the accessible name.
      aria-label={label}
      description={help}
      data-online
      checked={shown}
      onChange={(event) => choose(event.currentTarget.checked)}
    />
  );
}
