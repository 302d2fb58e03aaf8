import { Component, type ErrorInfo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { ErrorState } from '@/components/states';

interface BoundaryProps {
  children: ReactNode;
  /** Another place in the app is another try. */
  place: string;
}

class Boundary extends Component<BoundaryProps, { failedAt: string | null }> {
  override state = { failedAt: null as string | null };

  static getDerivedStateFromProps(props: BoundaryProps, state: { failedAt: string | null }) {
    return state.failedAt !== null && state.failedAt !== '' && state.failedAt !== props.place ? { failedAt: null } : null;
  }

  static getDerivedStateFromError() {
    return { failedAt: '' };
  }

  override componentDidCatch(_error: Error, _info: ErrorInfo) {
    this.setState({ failedAt: this.props.place });
  }

  override render() {
    return this.state.failedAt === null ? this.props.children : <PageProblem />;
  }
}

function PageProblem() {
  const { t } = useTranslation();
  return (
    <div className="page">
      <div className="card">
        <ErrorState titleAs="h1" title={t('error.pageTitle')} text={t('error.pageText')} onRetry={() => window.location.reload()} />
      </div>
    </div>
  );
}

/** A page that breaks (or whose script is gone after an update) says so, and leaves the rest of the app standing. */
export function PageBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return <Boundary place={pathname}>{children}</Boundary>;
}
