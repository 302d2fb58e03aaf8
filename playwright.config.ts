import { defineConfig } from 'playwright/test';

export default defineConfig({
  testDir: './e2e',
  outputDir: './test-results',
  globalSetup: './e2e/support/demo-folder.ts',
  timeout: 90_000,
  // Two apps start beside the first journeys.
  expect: { timeout: 20_000 },
  fullyParallel: false,
  // A worker of its own per core; each has an app of its own, so a journey may kill parts of it.
  workers: 2,
  retries: 0,
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Asia/Amman',
    actionTimeout: 15_000,
    // Without a screencast, which takes a quarter of a journey's processor time.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.NADI_CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  // By folder: a pattern would look at the whole path, and so at where the project lies.
  projects: [
    // Run once more where they fail: only then are they traced, which takes time.
    // All of them take `test` from support/visiting.ts: each file with other worker fixtures would start an app more.
    // They run beside the build, which makes a slow machine take twice as long.
    {
      name: 'journeys',
      testDir: './e2e/journeys',
      timeout: 180_000,
      expect: { timeout: 40_000 },
      use: { trace: { mode: 'on-first-retry', screenshots: false } },
    },
    // Those that wait for long or open everything: in `npm run test:all`.
    { name: 'long', testDir: './e2e/long', workers: 1 },
    // One journey a screen: in `npm run test:all`.
    { name: 'areas', testDir: './e2e/areas', workers: 1, use: { serviceWorkers: 'block' } },
    { name: 'texts', testDir: './e2e/texts', use: { trace: 'off', actionTimeout: 30_000 } },
    { name: 'screens', testDir: './e2e/screens', use: { trace: 'off', serviceWorkers: 'block' } },
    { name: 'pictures', testDir: './e2e/pictures', workers: 1, use: { serviceWorkers: 'block' } },
  ],
});
