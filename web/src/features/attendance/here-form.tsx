import { IconMapPinCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { doorCodeLength } from '#models/contract/door';
import { BusyButton } from '@/components/busy-button';
import { TextInput } from '@/components/fields';
import { timeOfDay } from '@/lib/time-of-day';
import { type HereState, pressHere, useHereState } from './here';
import css from './here.module.css';

const tones = { sending: 'plain', waiting: 'amber', claimed: 'amber', in: 'good', refused: 'bad' } as const;

function Outcome({ state }: { state: HereState }) {
  const { t } = useTranslation('check-in');
  if (state.is === 'sending') return null;
  const text = state.is === 'refused' ? state.text : t(`here.${state.is}`, { time: 'at' in state ? timeOfDay(state.at) : '' });
  return (
    <p className={css.outcome} data-tone={tones[state.is]}>
      {text}
    </p>
  );
}

/** Field for the code on the door screen, to check oneself in, with what became of it. */
export function HereForm({ eventId }: { eventId: string }) {
  const { t } = useTranslation('check-in');
  const [code, setCode] = useState('');
  const state = useHereState(eventId);
  const isWhole = code.length === doorCodeLength;
  const isDone = state?.is === 'in';
  return (
    <div className={css.here}>
      <div role="status">{state && <Outcome state={state} />}</div>
      {!isDone && (
        <form
          className={css.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (isWhole) void pressHere(eventId, code).then(() => setCode(''));
          }}
        >
          <TextInput
            className="grow"
            label={t('here.code')}
            description={t('here.help')}
            value={code}
            maxLength={doorCodeLength}
            dir="ltr"
            inputMode="numeric"
            autoComplete="off"
            onChange={(event) => setCode(event.target.value.replace(/\D/g, ''))}
          />
          <BusyButton
            type="submit"
            size="md"
            worksOffline
            busy={state?.is === 'sending'}
            busyLabel={t('here.sending')}
            disabled={!isWhole}
            leftSection={<IconMapPinCheck size={18} stroke={1.75} aria-hidden="true" />}
          >
            {t('here.submit')}
          </BusyButton>
        </form>
      )}
    </div>
  );
}
