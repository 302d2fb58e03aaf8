import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Preferences } from '#models/contract/profiles';
import { BusyButton } from '@/components/busy-button';
import { Switch, TextInput } from '@/components/fields';
import { toast } from '@/lib/toasts';
import { useAction } from '@/sync/mutations';
import { savePreferences } from '@/sync/own-profile';
import css from './account.module.css';
import { SettingsCard } from './settings-card';
import { useSetting } from './use-setting';

type Hours = NonNullable<Preferences['quiet_hours']>;

const defaultHours: Hours = { start: '22:00', end: '07:00' };
/** Equal start and end mean no quiet hours. */
const noHours: Hours = { start: '00:00', end: '00:00' };
const isNone = ({ start, end }: Hours): boolean => start === end;

function HoursForm({ hours }: { hours: Hours }) {
  const { t } = useTranslation('account');
  const [typed, setTyped] = useState(hours);
  const isComplete = typed.start !== '' && typed.end !== '';
  const { run, isBusy } = useAction(async () => {
    await savePreferences({ quiet_hours: typed });
    toast('success', t('quiet.saved'));
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isComplete) void run();
  };
  return (
    <form className={css.form} onSubmit={submit}>
      <div className={css.two}>
        {(['start', 'end'] as const).map((side) => (
          <TextInput
            key={side}
            type="time"
            dir="ltr"
            label={t(side === 'start' ? 'quiet.from' : 'quiet.to')}
            value={typed[side]}
            onChange={(event) => setTyped({ ...typed, [side]: event.currentTarget.value })}
          />
        ))}
      </div>
      <div>
        <BusyButton type="submit" variant="light" busy={isBusy} busyLabel={t('profile.saving')} disabled={!isComplete}>
          {t('quiet.save')}
        </BusyButton>
      </div>
    </form>
  );
}

/** Quiet hours, in which mail and web push are delayed: the default night, chosen hours, or none. */
export function QuietHours({ chosen }: { chosen: Preferences['quiet_hours'] }) {
  const { t } = useTranslation('account');
  const [hours, choose] = useSetting<Preferences['quiet_hours']>(chosen, (quiet_hours) => savePreferences({ quiet_hours }));
  const shown = hours ?? defaultHours;
  const isOn = !isNone(shown);
  return (
    <SettingsCard title={t('quiet.title')} lead={t('quiet.lead')}>
      <Switch
        className={css.switch ?? ''}
        labelPosition="left"
        label={t('quiet.switch')}
        data-online
        checked={isOn}
        onChange={(event) => choose(event.currentTarget.checked ? null : noHours)}
      />
      {isOn && <HoursForm key={`${shown.start} ${shown.end}`} hours={shown} />}
    </SettingsCard>
  );
}
