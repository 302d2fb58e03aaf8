import { defaultServerConditions } from 'vite';
import { configDefaults, defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const conditions = ['source', ...defaultServerConditions];

/**
 * Make room for many short-lived objects: collecting them less often saves a tenth of the time. It is as much from the beginning,
 * since V8 adds room only where many objects live on.
 */
const execArgv = ['--min-semi-space-size=64', '--max-semi-space-size=64'];

/** A poll ends as soon as it succeeds; Vitest's own limit of a second fails on a busy machine. */
const patient = { poll: { timeout: 15_000 } };

/** `generated` tests are counted apart from written ones; `long` ones are left out of `npm test`: see docs/quality.md. */
const tags = [
  { name: 'generated', description: 'one of the many alike that a table or a generator makes' },
  { name: 'long', description: 'the rest of a table of which npm test runs a part, or what takes long' },
];

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
    expect: patient,
    maxWorkers: run.maxWorkers,
    isolate: false,
    execArgv,
    tags,
    sequence: { groupOrder: run.groupOrder },
  },
});

/** As many workers as a small machine has cores. */
const calm = { maxWorkers: 2, groupOrder: 1 };
/** Two workers for each core of a small machine: each waits a third of its time for a store, a timer or a process. */
const together = { maxWorkers: 4, groupOrder: 2 };
const alone = { maxWorkers: 1, groupOrder: 3 };

/** These wait for a long time, kill processes again and again, need a crowd, or ask for thousands of things: in `npm run test:all`. */
const long = ['{gateway,workers,embedded}/**/*.long.test.ts'];

/** Files that judge by the clock. They wait more than they compute, and a busy machine would fail them. */
const timed = [
  'gateway/live/{broadcaster,journey,reauthorize,redis-stall,redis-unavailable,replay,restart}.test.ts',
  'gateway/suite/{cached-counts,cached-lists,cached-reads,redis-unavailable,revocations}.test.ts',
  'gateway/features/staff/staff-live.test.ts',
];

/** Small files that take long: begun last, they would keep one core busy while the other has nothing left to do. */
const longest = [
  'gateway/suite/no-scan.test.ts',
  'gateway/live/open-cards.test.ts',
  'scripts/start.test.ts',
  'gateway/suite/permissions.test.ts',
  'gateway/live/upgrades.test.ts',
  'workers/start.test.ts',
  'gateway/features/reports/waiting.test.ts',
];

/** Begins each project with the files that take longest. In a new clone, which has no cache of durations, Vitest goes by size. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLongest = ({ moduleId }: TestSpecification) => longest.some((file) => moduleId.endsWith(`/${file}`));
    // Files of one project stay together: a change of the project ends a worker.
    return [...new Set(sorted.map(({ project }) => project))].flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      return [...own.filter(isLongest), ...own.filter((file) => !isLongest(file))];
    });
  }
}

/** Hundreds of small files of theirs would be read anew for each test file: they are bundled once, what shares them with them. */
const bundled = [
  ...['react', 'react/jsx-runtime', 'react/jsx-dev-runtime', 'react-dom', 'react-dom/client', 'react-router-dom'],
  ...['@mantine/core', '@mantine/hooks', '@tanstack/react-query', '@testing-library/react', '@testing-library/user-event'],
  'zustand',
];

export default defineConfig({
  test: {
    // Keep transformed modules on disk for the next run.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: LongestFirst },
    projects: [
      server('timed', timed, long, calm),
      server('node', ['{models,gateway,workers,embedded,scripts}/**/*.test.ts'], ['scripts/guards/**', ...timed, ...long], {
        ...together,
      }),
      server('long', long, [], alone),
      {
        resolve: { conditions },
        ssr: { resolve: { conditions } },
        test: {
          name: 'guards',
          include: ['scripts/guards/**/*.test.ts', 'bench/**/*.test.ts'],
          testTimeout: 60_000,
          isolate: false,
          maxWorkers: 1,
          tags,
        },
      },
      {
        extends: './web/vite.config.ts',
        root: './web',
        test: {
          name: 'dom',
          include: ['{src,sw}/**/*.test.{ts,tsx}', '*.test.ts'],
          environment: 'happy-dom',
          environmentOptions: { happyDOM: { settings: { disableComputedStyleRendering: true } } },
          setupFiles: ['src/testing/fresh-modules.ts', 'src/testing/setup.ts'],
          deps: { optimizer: { client: { enabled: true, include: bundled } } },
          testTimeout: 90_000,
          hookTimeout: 90_000,
          expect: patient,
          isolate: false,
          execArgv,
          tags,
          maxWorkers: 4,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
