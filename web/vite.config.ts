import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: { conditions: ['source', ...defaultClientConditions], tsconfigPaths: true },
  build: { outDir: '../dist/web', emptyOutDir: true, manifest: true },
});
