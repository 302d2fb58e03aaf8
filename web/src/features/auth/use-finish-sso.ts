import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { finishSso } from '#models/contract/sso';
import { api } from '@/lib/api';
import { failureText } from '@/lib/failures';
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

/** Finishes the university's login after it has led back; returns the text of a failure, '' without one. */
export function useFinishSso(): string {
  const { t } = useTranslation(['auth', 'errors']);
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const [problem, setProblem] = useState('');
  const outcome = params.get('sso');
  const isHandled = useRef(false);
  useEffect(() => {
    if (outcome === null || isHandled.current) return;
    isHandled.current = true;
    const finish = async () => {
      const { data } = await api(finishSso, {});
      await signIn(data.token, false);
      toast('success', t('auth:welcome'));
      await navigate(data.to, { replace: true });
    };
    if (outcome === 'done') finish().catch((error: unknown) => setProblem(failureText(error) || t('auth:sso.refused')));
    else {
      setProblem(t(isReason(outcome) ? reasons[outcome] : 'sso.refused'));
      setParams({}, { replace: true });
    }
  }, [outcome, navigate, setParams, t]);
  return problem;
}
