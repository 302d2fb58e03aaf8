import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { ErrorBoundary } from '@/components/error-boundary';
import { ErrorState } from '@/components/states';
import { TakenOver } from './taken-over';

function PageProblem() {
  const { t } = useTranslation();
  return (
    <div className="page">
      <TakenOver />
      <div className="card">
        <ErrorState titleAs="h1" title={t('error.pageTitle')} text={t('error.pageText')} onRetry={() => window.location.reload()} />
      </div>
    </div>
  );
}

/** Error boundary of a page, also for a script that is gone after an update; the rest of the app stays. */
export function PageBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary resetKey={pathname} fallback={() => <PageProblem />}>
      {children}
    </ErrorBoundary>
  );
}
