import { defaultServerConditions } from 'vite';
import { configDefaults, defineConfig } from 'vitest/config';

const conditions = ['source', ...defaultServerConditions];

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { conditions },
        ssr: { resolve: { conditions } },
        // Vitest resolves the global setup in this environment of its own.
        environments: { __vitest__: { resolve: { conditions } } },
        test: {
          name: 'node',
          include: ['{models,gateway,workers,embedded,scripts}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, 'scripts/guards/**'],
          globalSetup: ['models/testing/global-setup.ts'],
          deps: { interopDefault: false },
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
      {
        resolve: { conditions },
        ssr: { resolve: { conditions } },
        test: { name: 'guards', include: ['scripts/guards/**/*.test.ts'], testTimeout: 60_000 },
      },
      {
        extends: './web/vite.config.ts',
        root: './web',
        test: {
          name: 'dom',
          include: ['{src,sw}/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['src/testing/setup.ts'],
          testTimeout: 30_000,
        },
      },
    ],
  },
});
