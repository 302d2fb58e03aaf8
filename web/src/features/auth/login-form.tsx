import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { login, restoreAccount } from '#models/contract/auth';
import { fieldTexts } from '#models/contract/field-texts';
import { finishSecondFactor, type ProofInput } from '#models/contract/second-step';
import { BusyButton } from '@/components/busy-button';
import { Checkbox, PasswordInput, TextInput } from '@/components/fields';
import { ApiError, api, hasCode } from '@/lib/api';
import { looksLikeEmail } from '@/lib/email';
import { failureText } from '@/lib/failures';
import { fieldOf, flagOf } from '@/lib/form-fields';
import { lazyOptional } from '@/lib/lazy-optional';
import { type SecondStepAsked, secondStepOf } from '@/lib/second-step';
import { signIn } from '@/lib/session';
import { toast } from '@/lib/toasts';
import { type FormErrors, useForm } from '@/lib/use-form';
import { useFormAction } from '@/sync/form-action';
import { useAction } from '@/sync/mutations';
import css from './auth-frame.module.css';
import { loginMethods, theseMethods } from './login-methods.store';
import { UniversityLogin } from './university-login';
import { useFinishSso } from './use-finish-sso';

/** Loaded only where an account has a second factor. */
const SecondStep = lazyOptional(() => import('@/components/second-step'), { areas: ['second-step'] });

const blank = { email: '', password: '', remember: false };
type Values = typeof blank;

function faultsOf({ email, password }: Values): FormErrors<Values> {
  const faults: FormErrors<Values> = {};
  if (!email.trim()) faults.email = fieldTexts.email_required;
  else if (!looksLikeEmail(email)) faults.email = fieldTexts.email_invalid;
  if (!password) faults.password = fieldTexts.password_required;
  return faults;
}

/** A login whose second step is asked for. */
interface Waiting {
  step: SecondStepAsked;
  remember: boolean;
  /** Toast of the login. */
  welcome: string;
}

/** Stores the token of a login, shows a toast, and navigates to the page that asked for the login. */
function useArrival() {
  const navigate = useNavigate();
  const { state } = useLocation();
  return async (token: string, { remember, welcome }: Pick<Waiting, 'remember' | 'welcome'>, to?: string): Promise<void> => {
    if (typeof token !== 'string' || !token) throw new ApiError(200, 'unexpected', '');
    await signIn(token, remember);
    toast('success', welcome);
    await navigate(to ?? state?.from ?? '/', { replace: true });
  };
}

/** Signs in by this call, or begins the second step that the account has. */
function useLogin(call: typeof login | typeof restoreAccount, welcome: string, wait: (waiting: Waiting) => void) {
  const arrive = useArrival();
  return async ({ email, password, remember }: Values): Promise<void> => {
    try {
      const { data: token } = await api(call, { email: email.trim(), password });
      await arrive(token, { remember, welcome });
    } catch (error) {
      const step = secondStepOf(error);
      if (!step) throw error;
      wait({ step, remember, welcome });
    }
  };
}

/** The second step of a login, in place of the form. */
function SecondLoginStep({ waiting, onBack }: { waiting: Waiting; onBack: (problem?: 'expired') => void }) {
  const { t } = useTranslation('auth');
  const arrive = useArrival();
  const finish = async (proof: ProofInput) => {
    const { data } = await api(finishSecondFactor, proof);
    await arrive(data.token, waiting, waiting.step.to);
  };
  return (
    <>
      <SecondStep step={waiting.step} onProof={finish} onExpired={() => onBack('expired')} />
      <Button variant="subtle" fullWidth onClick={() => onBack()}>
        {t('backToLogin')}
      </Button>
    </>
  );
}

/** Shown after a sign-up with an unverified address: the address of the mail. */
function VerificationMailNote() {
  const { t } = useTranslation('auth');
  const to: unknown = useLocation().state?.mailedTo;
  if (typeof to !== 'string') return null;
  return (
    <div role="status" className={`${css.mailed} small`}>
      <p>{t('mailed')}</p>
      <p className="mail">{to}</p>
      <p>{t('mailedNote')}</p>
    </div>
  );
}

/** Login by the university, where it is set up, and by password. */
export function LoginForm() {
  const { t } = useTranslation(['auth', 'errors']);
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const [isExpired, setExpired] = useState(false);
  const wait = (next: Waiting) => {
    setExpired(false);
    setWaiting(next);
  };
  const ssoProblem = useFinishSso((step) => wait({ step, remember: false, welcome: t('auth:welcome') }));
  const { thing: methods } = loginMethods.useThing(theseMethods);
  const hasPasswords = methods?.passwords !== false;
  const problem = isExpired ? t('errors:codes.factor_expired') : ssoProblem;
  const back = (reason?: 'expired') => {
    setWaiting(null);
    setExpired(reason === 'expired');
  };
  if (waiting) return <SecondLoginStep waiting={waiting} onBack={back} />;
  return (
    <>
      {problem && (
        <p role="alert" className={`${css.problem} small`}>
          {problem}
        </p>
      )}
      <UniversityLogin hasPasswords={hasPasswords} />
      {hasPasswords ? <PasswordLogin onWait={wait} /> : <AdminLogin onWait={wait} />}
    </>
  );
}

/** Platform admins keep their passwords, for when the university's login is away. */
function AdminLogin({ onWait }: { onWait: (waiting: Waiting) => void }) {
  const { t } = useTranslation('auth');
  return (
    <details className="small">
      <summary>{t('sso.admins')}</summary>
      <PasswordLogin onWait={onWait} />
    </details>
  );
}

interface RestoreOfferProps {
  values: Values;
  onWait: (waiting: Waiting) => void;
  onError: (error: unknown) => void;
}

/** Offers to restore the deleted account that these credentials open. */
function RestoreOffer({ values, onWait, onError }: RestoreOfferProps) {
  const { t } = useTranslation('auth');
  const { run, isBusy } = useAction(useLogin(restoreAccount, t('restore.done'), onWait), { failure: false, onError });
  return (
    <div className={`${css.mailed} small`}>
      <p>{t('restore.text')}</p>
      <BusyButton size="md" fullWidth busy={isBusy} busyLabel={t('restore.busy')} onClick={() => void run(values)}>
        {t('restore.open')}
      </BusyButton>
    </div>
  );
}

function PasswordLogin({ onWait }: { onWait: (waiting: Waiting) => void }) {
  const { t } = useTranslation('auth');
  const [problem, setProblem] = useState('');
  const [isRestorable, setIsRestorable] = useState(false);
  const form = useForm(blank, () => {
    setProblem('');
    setIsRestorable(false);
  });
  const logIn = useLogin(login, t('welcome'), onWait);
  const showProblem = (error: unknown) => {
    const unexpected = error instanceof ApiError && error.code === 'unexpected' && error.status < 300;
    const text = unexpected ? t('invalidResponse') : failureText(error) || t('invalidLogin');
    setProblem(text);
    setIsRestorable(hasCode(error, 'deletion_pending'));
    toast('error', text, { id: 'login' });
  };
  const { submit, isBusy } = useFormAction(form, logIn, { validate: faultsOf, failure: false, onError: showProblem });
  return (
    <>
      <VerificationMailNote />
      <form ref={form.form} noValidate onSubmit={submit}>
        {problem && !isBusy && (
          <p role="alert" className={`${css.problem} small`}>
            {problem}
          </p>
        )}
        {isRestorable && !isBusy && <RestoreOffer values={form.values} onWait={onWait} onError={showProblem} />}
        <TextInput {...fieldOf(form, 'email')} type="email" dir="ltr" autoComplete="username" label={t('email')} />
        <PasswordInput {...fieldOf(form, 'password')} dir="ltr" autoComplete="current-password" label={t('password')} />
        <div className={css.between}>
          <Checkbox {...flagOf(form, 'remember')} className={css.remember ?? ''} label={t('remember')} />
          <Link to="/forgot-password" className="link small tap">
            {t('forgotLink')}
          </Link>
        </div>
        <BusyButton type="submit" size="md" fullWidth busy={isBusy} busyLabel={t('signingIn')}>
          {t('signIn')}
        </BusyButton>
      </form>
      <p className={`${css.or} small`}>{t('newHere')}</p>
      <Button component={Link} to="/signup" variant="default" size="md" fullWidth>
        {t('createNew')}
      </Button>
    </>
  );
}
