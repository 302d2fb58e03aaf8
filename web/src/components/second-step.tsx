import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldTexts } from '#models/contract/field-texts';
import type { ProofInput } from '#models/contract/second-step';
import { ApiError, hasCode } from '@/lib/api';
import { failureText } from '@/lib/failures';
import { fieldOf } from '@/lib/form-fields';
import { assertPasskey, hasPasskeys } from '@/lib/passkeys';
import { codeAsSent, type SecondStepAsked } from '@/lib/second-step';
import { toast } from '@/lib/toasts';
import { useForm } from '@/lib/use-form';
import { useFormAction } from '@/sync/form-action';
import { useAction } from '@/sync/mutations';
import { BusyButton } from './busy-button';
import { TextInput } from './fields';
import css from './second-step.module.css';

interface SecondStepProps {
  step: SecondStepAsked;
  /** Sends the proof; throws what the call throws. */
  onProof: (proof: ProofInput) => Promise<unknown>;
  /** Called where the step can no longer be finished. */
  onExpired: () => void;
}

type CodeMethod = 'totp' | 'recovery';

const isWrong = (error: unknown): boolean => hasCode(error, 'wrong_factor');
const isExpired = (error: unknown): boolean => hasCode(error, 'factor_expired');

function CodeForm({ method, step, onProof, onExpired }: SecondStepProps & { method: CodeMethod }) {
  const { t } = useTranslation('second-step');
  const form = useForm({ code: '' });
  const send = ({ code }: { code: string }) => onProof({ challenge: step.challenge, method, code: codeAsSent(code) });
  const { submit, isBusy } = useFormAction(form, send, {
    validate: ({ code }) => (code.trim() ? {} : { code: fieldTexts.code_required }),
    failure: (error) => (isWrong(error) || isExpired(error) ? false : undefined),
    errorsOf: (error) => (isWrong(error) ? { code: failureText(error) } : {}),
    onError: (error) => isExpired(error) && onExpired(),
  });
  const isApp = method === 'totp';
  return (
    <form ref={form.form} className={css.step} noValidate onSubmit={submit}>
      <TextInput
        {...fieldOf(form, 'code')}
        data-autofocus
        autoFocus
        dir="ltr"
        autoComplete="one-time-code"
        inputMode={isApp ? 'numeric' : 'text'}
        autoCapitalize="none"
        spellCheck={false}
        label={t(isApp ? 'code' : 'recovery')}
        description={t(isApp ? 'codeHelp' : 'recoveryHelp')}
      />
      <BusyButton type="submit" size="md" fullWidth busy={isBusy} busyLabel={t('continuing')}>
        {t('continue')}
      </BusyButton>
    </form>
  );
}

function PasskeyButton({ step, onProof, onExpired, isOnly }: SecondStepProps & { isOnly: boolean }) {
  const { t } = useTranslation('second-step');
  const use = async () => onProof({ challenge: step.challenge, method: 'passkey', assertion: await assertPasskey(step.challenge) });
  const { run, isBusy } = useAction(use, {
    failure: (error) => {
      if (isExpired(error)) return false;
      // The browser's own error says that the person did not confirm.
      if (!(error instanceof ApiError)) return t('passkeyFailed');
      return isWrong(error) ? failureText(error) : undefined;
    },
    onError: (error) => isExpired(error) && onExpired(),
  });
  return (
    <BusyButton
      variant={isOnly ? 'filled' : 'default'}
      size="md"
      fullWidth
      busy={isBusy}
      busyLabel={t('waiting')}
      leftSection={<IconFingerprint size={19} stroke={1.75} aria-hidden="true" />}
      onClick={() => (hasPasskeys() ? void run() : toast('error', t('addPasskey.unsupported')))}
    >
      {t('usePasskey')}
    </BusyButton>
  );
}

/** Asks for a second factor: one field for a code, a button for a passkey, and the way to recovery codes. */
export default function SecondStep(props: SecondStepProps) {
  const { t } = useTranslation('second-step');
  const { methods } = props.step;
  const hasApp = methods.includes('totp');
  const [method, setMethod] = useState<CodeMethod | null>(hasApp ? 'totp' : null);
  return (
    <div className={css.step}>
      {method && <CodeForm key={method} {...props} method={method} />}
      {methods.includes('passkey') && <PasskeyButton {...props} isOnly={method === null} />}
      <div className={css.others}>
        {methods.includes('recovery') && method !== 'recovery' && (
          <Button variant="subtle" size="compact-md" onClick={() => setMethod('recovery')}>
            {t('useRecovery')}
          </Button>
        )}
        {hasApp && method === 'recovery' && (
          <Button variant="subtle" size="compact-md" onClick={() => setMethod('totp')}>
            {t('useApp')}
          </Button>
        )}
      </div>
    </div>
  );
}
