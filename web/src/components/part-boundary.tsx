import { Children, type ReactNode } from 'react';
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

/** Error boundary of a card: shows the error in its place, so the rest of the page stays. `item`: renders an `<li>`. */
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

/** Cards side by side, each in a boundary of its own. */
export const Parts = ({ children }: { children: ReactNode }) => Children.map(children, (part) => <PartBoundary>{part}</PartBoundary>);
