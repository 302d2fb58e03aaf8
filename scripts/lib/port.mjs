import { createServer } from 'node:net';
import { Refusal } from './say.mjs';

/**
 * Refuses when nobody may listen there. Port 0 is whichever is free.
 * @param {number} port
 * @param {string} host
 * @returns {Promise<number>} the port
 */
export function checkPort(port, host) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => reject(new Refusal(explain(/** @type {NodeJS.ErrnoException} */ (error), port, host))));
    server.listen(port, host, () => {
      const { port: given } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(given));
    });
  });
}

/** @param {NodeJS.ErrnoException} error @param {number} port @param {string} host */
function explain(error, port, host) {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is taken by another program: stop that one, or choose another port: PORT=${port + 1} npm start`;
  if (error.code === 'EACCES') return `Port ${port} may not be used by this user: choose one above 1023: PORT=3000 npm start`;
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return `HOST=${host} is no address of this machine: use 127.0.0.1, or 0.0.0.0 for all of them.`;
  return `Cannot listen at ${host}:${port}: ${error.message}`;
}
