import path from 'node:path';
import type { Plugin } from 'vite';

const source = path.join(import.meta.dirname, 'sw/sw.ts');
const address = '/sw.js';

/** Builds the service worker beside the app, as one file under an address that stays; in development, it is made as it is asked for. */
export function serviceWorker(): Plugin {
  return {
    name: 'nadi:service-worker',
    config: () => ({
      build: {
        rolldownOptions: {
          input: { index: path.join(import.meta.dirname, 'index.html'), sw: source },
          output: { entryFileNames: ({ name }) => (name === 'sw' ? address.slice(1) : 'assets/[name]-[hash].js') },
        },
      },
    }),
    configureServer: ({ middlewares, transformRequest }) => {
      middlewares.use(address, (_request, response, next) => {
        transformRequest(source).then((made) => {
          response.setHeader('content-type', 'text/javascript');
          response.end(made?.code);
        }, next);
      });
    },
  };
}
