import { say } from './say.mjs';

/**
 * Stops once, at the first Ctrl-C or SIGTERM.
 * @param {() => Promise<void>} stop
 */
export function untilStopped(stop) {
  let asked = false;
  /** @type {Promise<number>} */
  const done = new Promise((resolve, reject) => {
    const begin = () => {
      if (asked) return;
      asked = true;
      say('\nStopping …');
      stop().then(() => {
        say('Stopped.');
        resolve(0);
      }, reject);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, begin);
  });
  return { done, asked: () => asked };
}
