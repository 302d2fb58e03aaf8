import { type ComponentType, lazy, useEffect, useState } from 'react';
import { onReachable } from './reachability';

type Part<P> = { default: ComponentType<P> };

/** Renders nothing while a part's script cannot be loaded, and the part once the server is back. */
function awaitedPart<P extends object>(load: () => Promise<Part<P>>): ComponentType<P> {
  return function AwaitedPart(props: P) {
    const [part, setPart] = useState<Part<P> | null>(null);
    useEffect(() => onReachable(() => void load().then(setPart, () => {})), []);
    return part && <part.default {...props} />;
  };
}

/** A lazy part of a page; if its script cannot be loaded, the page works without it. */
export const lazyOptional = <P extends object>(load: () => Promise<Part<P>>) =>
  lazy(() => load().catch((): Part<P> => ({ default: awaitedPart(load) })));
