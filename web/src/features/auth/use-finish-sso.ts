import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { finishSso } from '#models/contract/sso';
import { api } from '@/lib/api';
import { noteUniversityLogin } from '@/lib/consent-prompt';
import { failureText } from '@/lib/failures';
import { type SecondStepAsked, secondStepOf } from '@/lib/second-step';
import { signIn } from '@/lib/session';
import { toast } from '@/lib/toasts';

/** Reasons for which the university's login leads back, and their texts. */
const reasons = {
  expired: 'sso.expired',
  refused: 'sso.refused',
  unavailable: 'sso.unavailable',
  sso_unverified: 'errors:codes.sso_unverified',
  suspended: 'errors:codes.suspended',
  deletion_pending: 'restore.bySso',
} as const;
const isReason = (reason: string): reason is keyof typeof reasons => Object.hasOwn(reasons, reason);

/**
 * Finishes the university's login after it has led back; returns the text of a failure, '' without one.
 * @param onStep called where the account has a second factor that the provider did not ask for
 */
export function useFinishSso(onStep: (step: SecondStepAsked) => void): string {
  const { t } = useTranslation(['auth', 'errors']);
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const [problem, setProblem] = useState('');
  const outcome = params.get('sso');
  const isHandled = useRef(false);
  useEffect(() => {
    if (outcome === null || isHandled.current) return;
    isHandled.current = true;
    noteUniversityLogin();
    const finish = async () => {
      const { data } = await api(finishSso, {});
      await signIn(data.token, false);
      toast('success', t('auth:welcome'));
      await navigate(data.to, { replace: true });
    };
    const settle = (error: unknown) => {
      const step = secondStepOf(error);
      if (step) onStep(step);
      else setProblem(failureText(error) || t('auth:sso.refused'));
    };
    if (outcome === 'done') finish().catch(settle);
    else {
      setProblem(t(isReason(outcome) ? reasons[outcome] : 'sso.refused'));
      setParams({}, { replace: true });
    }
  }, [outcome, navigate, setParams, t, onStep]);
  return problem;
}
