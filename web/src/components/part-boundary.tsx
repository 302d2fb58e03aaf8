import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorBoundary } from './error-boundary';
import { ErrorLine } from './states';

function Broken({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="card">
      <ErrorLine title={t('error.partTitle')} onRetry={onRetry} />
    </div>
  );
}

/** A card that breaks says so in its own place; the page and the other cards stay. `item`: it is one `<li>` of a list. */
export function PartBoundary({ children, item = false }: { children: ReactNode; item?: boolean }) {
  const fallback = (retry: () => void) =>
    item ? (
      <li>
        <Broken onRetry={retry} />
      </li>
    ) : (
      <Broken onRetry={retry} />
    );
  return <ErrorBoundary fallback={fallback}>{children}</ErrorBoundary>;
}
