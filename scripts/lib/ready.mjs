import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The address at which this machine itself reaches a server that listens on `host`.
 * @param {string} host
 * @param {number} port
 */
export function localAddress(host, port) {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

/**
 * Waits until /readyz answers 200.
 * @param {string} address
 * @param {() => void} check throws to give up
 * @param {number} [timeoutMs]
 * @returns {Promise<string | undefined>} what it last answered instead, when it never was ready
 */
export async function untilReady(address, check, timeoutMs = 120_000) {
  let last = 'no answer';
  for (const until = Date.now() + timeoutMs; Date.now() < until; ) {
    check();
    try {
      const answer = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(5_000) });
      const body = await answer.text();
      if (answer.status === 200) return undefined;
      last = `${answer.status} ${body}`;
    } catch {
      // Not listening yet.
    }
    await sleep(50);
  }
  return last;
}
