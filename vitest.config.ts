import { defaultServerConditions } from 'vite';
import { configDefaults, defineConfig, type TestProjectConfiguration } from 'vitest/config';

const conditions = ['source', ...defaultServerConditions];

/** Tests against real stores. */
const server = (name: string, include: string[], exclude: string[]): TestProjectConfiguration => ({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  // Vitest resolves the global setup in this environment of its own.
  environments: { __vitest__: { resolve: { conditions } } },
  test: {
    name,
    include,
    exclude: [...configDefaults.exclude, ...exclude],
    globalSetup: ['models/testing/global-setup.ts'],
    deps: { interopDefault: false },
    testTimeout: 60_000,
    hookTimeout: 180_000,
    sequence: { groupOrder: 1 },
  },
});

const long = ['gateway/**/*.long.test.ts'];

export default defineConfig({
  test: {
    projects: [
      server('node', ['{models,gateway,workers,embedded,scripts}/**/*.test.ts'], ['scripts/guards/**', ...long]),
      // Those that wait for long: in `npm run test:all`.
      server('long', long, []),
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
          // Nothing in them but their own work takes time; the others want their core for themselves.
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
