import { IconBellOff, IconBellRinging } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '@/components/busy-button';
import { needsInstall } from '@/lib/needs-install';
import { toast } from '@/lib/toasts';
import { type PushState, turnPushOff, turnPushOn, usePush } from '@/lib/web-push';
import { useAction } from '@/sync/mutations';

/** Button that turns web push for this browser on or off. Without support, how to install Nadi if that helps; otherwise nothing. */
export function PushButton() {
  const { t } = useTranslation('push-button');
  const { state } = usePush();
  const { run, isBusy } = useAction(
    async (turn: () => Promise<PushState>) => {
      if ((await turn()) === 'on') toast('success', t('isOn'));
    },
    { failure: false, onError: () => toast('error', t('failed')) },
  );
  if (state === 'unsupported') return needsInstall() ? <p className="small soft">{t('install')}</p> : null;
  if (state === 'forbidden') return <p className="micro dim">{t('forbidden')}</p>;
  const isOn = state === 'on';
  const Icon = isOn ? IconBellOff : IconBellRinging;
  return (
    <BusyButton
      variant="subtle"
      size="compact-sm"
      justify="flex-start"
      leftSection={<Icon size={18} stroke={1.75} aria-hidden="true" />}
      busy={isBusy}
      busyLabel={t('busy')}
      onClick={() => void run(isOn ? turnPushOff : turnPushOn)}
    >
      {isOn ? t('turnOff') : t('turnOn')}
    </BusyButton>
  );
}
