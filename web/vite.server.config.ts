import react from '@vitejs/plugin-react';
import { defaultServerConditions, defineConfig } from 'vite';
import { lightLibraries } from './light-libraries.js';
import { withoutButtonTransitions } from './without-button-transitions.js';

/**
 * Builds the app a second time, for the gateway to render pages with (docs/rendering.md): with its libraries, beside the browser's
 * build, in a folder that is not served.
 */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [react(), withoutButtonTransitions()],
  // React and other libraries choose their build by it.
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: { alias: lightLibraries, tsconfigPaths: true },
  // The socket opens after a page is taken over, in the browser only.
  ssr: { noExternal: true, external: ['socket.io-client'], resolve: { conditions: ['source', ...defaultServerConditions] } },
  build: {
    ssr: 'src/server/entry.tsx',
    outDir: '../dist/web/.server',
    emptyOutDir: true,
    copyPublicDir: false,
    rolldownOptions: { output: { entryFileNames: 'entry.js' } },
  },
});
