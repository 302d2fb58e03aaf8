import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { chunks } from './chunks.js';
import { compress } from './compress.js';
import { servedByVite } from './dev-proxy.js';
import { fontNames } from './font-names.js';
import { inlineBoot } from './inline-boot.js';
import { inlineStyles } from './inline-styles.js';
import { lightLibraries } from './light-libraries.js';
import { preloadsAsTasks } from './preloads-as-tasks.js';
import { serviceWorker } from './service-worker.js';
import { sharePictures } from './share-pictures.js';
import { withoutServerParts } from './strip-server-fields.js';
import { trimRouter } from './trim-router.js';
import { withoutButtonTransitions } from './without-button-transitions.js';

/** Address of the gateway started by `npm run dev`. */
const gateway = process.env.NADI_GATEWAY ?? 'http://127.0.0.1:3100';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    withoutServerParts(),
    withoutButtonTransitions(),
    trimRouter(),
    preloadsAsTasks(),
    inlineBoot(),
    inlineStyles(),
    fontNames(),
    serviceWorker(),
    sharePictures(),
    compress(),
  ],
  resolve: { alias: lightLibraries, conditions: ['source', ...defaultClientConditions], tsconfigPaths: true },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunks },
        // Short hashes: every page loads the list of all file names, and a hash does not compress.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
  server: {
    strictPort: true,
    proxy: {
      '/socket.io/': { target: gateway, ws: true },
      '/live': { target: gateway, ws: true },
      '^/': { target: gateway, bypass: servedByVite },
    },
  },
});
