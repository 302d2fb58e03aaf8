import { type ComponentType, lazy, memo, type ReactNode, Suspense, useEffect, useState } from 'react';
import { withTexts } from './i18n';
import { isBeingHydrated, isTakingOver } from './rendered-view';
import { loadUntilSuccess, retryLoad } from './retry-load';

type Part<P> = { default: ComponentType<P> };

/** Renders nothing while a part's script cannot be loaded, and the part once the server is back. */
function awaitedPart<P extends object>(load: () => Promise<Part<P>>): ComponentType<P> {
  return function AwaitedPart(props: P) {
    const [part, setPart] = useState<Part<P> | null>(null);
    useEffect(() => retryLoad(load, setPart), []);
    return part && <part.default {...props} />;
  };
}

interface OptionalPart {
  /** Areas whose texts it needs besides the page's. */
  areas?: readonly string[];
  /** Shown while it is loading. */
  fallback?: ReactNode;
}

const loading = new Set<Promise<unknown>>();

function track<S>(part: Promise<S>): Promise<S> {
  loading.add(part);
  void part.finally(() => loading.delete(part));
  return part;
}

/** Resolves when no part of the page is being loaded. */
export async function partsLoaded(): Promise<void> {
  while (loading.size > 0) await Promise.all(loading);
}

/** Begins to load a part together with its page, unless the gateway has rendered it: then it is on the screen already. */
export function loadAhead(load: () => Promise<unknown>): void {
  if (!isTakingOver()) load().catch(() => {});
}

/**
 * A lazy part of a page. If its script cannot be loaded, the page works without it; a part that the gateway has rendered stays on the
 * screen.
 */
export function lazyOptional<P extends object>(load: () => Promise<Part<P>>, { areas = [], fallback = null }: OptionalPart = {}) {
  const loadAll = withTexts(load, ...areas);
  const loadLater = (): Part<P> | Promise<Part<P>> => (isBeingHydrated() ? loadUntilSuccess(loadAll) : { default: awaitedPart(loadAll) });
  const Lazy = lazy(() => track(loadAll().catch(loadLater)));
  // A part that the gateway has rendered gives way to its fallback if its boundary is rendered again before the script has come.
  return memo(function LazyPart(props: P) {
    return (
      <Suspense fallback={fallback}>
        <Lazy {...props} />
      </Suspense>
    );
  });
}
