import { onReachable } from './reachability';

/** Retry interval of a script that could not be loaded, besides each return of the network (milliseconds). */
const again = 15_000;

/** Loads again, now, every 15 s and when the server is back, until it succeeds. Returns a function that stops. */
export function retryLoad<S>(load: () => Promise<S>, onLoaded: (loaded: S) => void): () => void {
  const stop = (): void => {
    stopListening();
    clearInterval(timer);
  };
  const tryAgain = (): void => {
    load().then(
      (loaded) => {
        stop();
        onLoaded(loaded);
      },
      () => {},
    );
  };
  const stopListening = onReachable(tryAgain);
  const timer = setInterval(tryAgain, again);
  tryAgain();
  return stop;
}

/** Resolves once it could be loaded. */
export const loadUntilSuccess = <S>(load: () => Promise<S>): Promise<S> => new Promise((resolve) => void retryLoad(load, resolve));
