import { type ComponentType, lazy } from 'react';

/** A part that comes later, and that the page stands without where its script does not come. */
export const optional = <P extends object>(load: () => Promise<{ default: ComponentType<P> }>) =>
  lazy(() => load().catch((): { default: ComponentType<P> } => ({ default: () => null })));
