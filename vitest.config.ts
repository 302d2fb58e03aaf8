import { defaultServerConditions } from 'vite';
import { configDefaults, defineConfig, type TestProjectConfiguration } from 'vitest/config';

const conditions = ['source', ...defaultServerConditions];

/** Tests against real stores; each project starts its own. Those of one group run together, with as many workers as they say. */
const server = (
  name: string,
  include: string[],
  exclude: string[],
  run: { maxWorkers: number; groupOrder: number },
): TestProjectConfiguration => ({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  // Vitest resolves the global setup in this environment of its own.
  environments: { __vitest__: { resolve: { conditions } } },
  test: {
    name,
    include,
    exclude: [...configDefaults.exclude, ...exclude],
    globalSetup: ['models/testing/global-setup.ts'],
    setupFiles: ['models/testing/each-file.ts'],
    deps: { interopDefault: false },
    testTimeout: 60_000,
    hookTimeout: 180_000,
    maxWorkers: run.maxWorkers,
    isolate: false,
    sequence: { groupOrder: run.groupOrder },
  },
});

const alone = { maxWorkers: 1, groupOrder: 1 };

/** These wait for a long time, kill processes again and again, or ask for thousands of things: in `npm run test:all`. */
const long = ['{gateway,workers,embedded}/**/*.long.test.ts'];

/** These judge by the clock, starve what they ask, or make the store fail whatever comes next: they want it all for themselves. */
const timed = [
  'gateway/live/**/*.test.ts',
  'gateway/suite/{concurrent-calls,cached-reads,revocations,mongo-unavailable,redis-unavailable}.test.ts',
  'workers/outbox.test.ts',
  'gateway/suite/kills.test.ts',
  'gateway/features/attendance/crowd.test.ts',
];

/** Hundreds of small files of theirs would be read anew for each test file: they are bundled once, what shares them with them. */
const bundled = [
  ...['react', 'react/jsx-runtime', 'react/jsx-dev-runtime', 'react-dom', 'react-dom/client', 'react-router-dom', 'react-i18next'],
  ...['@mantine/core', '@mantine/hooks', '@tanstack/react-query', '@testing-library/react', '@testing-library/user-event'],
  ...['i18next', 'zod', 'zustand'],
];

export default defineConfig({
  test: {
    projects: [
      server('timed', timed, long, alone),
      server('node', ['{models,gateway,workers,embedded,scripts}/**/*.test.ts'], ['scripts/guards/**', ...timed, ...long], {
        maxWorkers: 2,
        groupOrder: 2,
      }),
      server('long', long, [], alone),
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
          include: ['{src,sw}/**/*.test.{ts,tsx}', '*.test.ts'],
          environment: 'happy-dom',
          setupFiles: ['src/testing/setup.ts'],
          deps: { optimizer: { client: { enabled: true, include: bundled } } },
          testTimeout: 30_000,
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
