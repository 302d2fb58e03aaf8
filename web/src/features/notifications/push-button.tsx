import { IconBellOff, IconBellRinging } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '@/components/busy-button';
import { toast } from '@/lib/toasts';
import { type PushState, turnPushOff, turnPushOn, usePush } from '@/lib/web-push';

/** Button that turns web push for this browser on or off; nothing if the browser does not support it. */
export function PushButton() {
  const { t } = useTranslation('notifications');
  const { state } = usePush();
  const [busy, setBusy] = useState(false);
  const turn = async (work: () => Promise<PushState>) => {
    setBusy(true);
    try {
      if ((await work()) === 'on') toast('success', t('push.isOn'));
    } catch {
      toast('error', t('push.failed'));
    } finally {
      setBusy(false);
    }
  };
  if (state === 'unsupported') return null;
  if (state === 'forbidden') return <p className="micro dim">{t('push.forbidden')}</p>;
  const isOn = state === 'on';
  const Icon = isOn ? IconBellOff : IconBellRinging;
  return (
    <BusyButton
      variant="subtle"
      size="compact-sm"
      justify="flex-start"
      leftSection={<Icon size={18} stroke={1.75} aria-hidden="true" />}
      busy={busy}
      busyLabel={t('push.busy')}
      onClick={() => void turn(isOn ? turnPushOff : turnPushOn)}
    >
      {isOn ? t('push.turnOff') : t('push.turnOn')}
    </BusyButton>
  );
}
