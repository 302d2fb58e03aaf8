import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Rendered instead of the broken children. */
  fallback: (retry: () => void) => ReactNode;
  /** A change resets the boundary: the page's path, an id. */
  resetKey?: string;
}

interface ErrorBoundaryState {
  isBroken: boolean;
  resetKey: string | undefined;
}

/** Catches errors while its children render, so everything around them stays. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { isBroken: false, resetKey: this.props.resetKey };

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, state: ErrorBoundaryState) {
    return resetKey === state.resetKey ? null : { isBroken: false, resetKey };
  }

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? this.props.fallback(() => this.setState({ isBroken: false })) : this.props.children;
  }
}
