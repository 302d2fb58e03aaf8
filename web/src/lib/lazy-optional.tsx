import { type ComponentType, lazy, useEffect, useState } from 'react';
import { onReachable } from './reachability';

type Part<P> = { default: ComponentType<P> };

/** Stands in for a part whose script did not come, and shows it as soon as the server is back. */
function awaitedPart<P extends object>(load: () => Promise<Part<P>>): ComponentType<P> {
  return function AwaitedPart(props: P) {
    const [part, setPart] = useState<Part<P> | null>(null);
    useEffect(() => onReachable(() => void load().then(setPart, () => {})), []);
    return part && <part.default {...props} />;
  };
}

/** A part that comes later, and that the page stands without while its script does not come. */
export const lazyOptional = <P extends object>(load: () => Promise<Part<P>>) =>
  lazy(() => load().catch((): Part<P> => ({ default: awaitedPart(load) })));
