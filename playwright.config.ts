import { defineConfig } from 'playwright/test';

export default defineConfig({
  testDir: './e2e',
  outputDir: './test-results',
  timeout: 90_000,
  expect: { timeout: 10_000 },
  fullyParallel: false,
  workers: 1,
  retries: 0,
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Asia/Amman',
    actionTimeout: 15_000,
    trace: 'retain-on-failure',
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
    { name: 'journeys', testDir: './e2e/journeys' },
    // Those that wait for long: in `npm run test:all`.
    { name: 'long', testDir: './e2e/long' },
    // One journey a screen: in `npm run test:all`.
    { name: 'areas', testDir: './e2e/areas', use: { serviceWorkers: 'block' } },
    { name: 'texts', testDir: './e2e/texts', use: { trace: 'off', screenshot: 'only-on-failure', actionTimeout: 30_000 } },
    { name: 'screens', testDir: './e2e/screens', use: { trace: 'off', screenshot: 'only-on-failure', serviceWorkers: 'block' } },
    { name: 'pictures', testDir: './e2e/pictures', use: { serviceWorkers: 'block' } },
  ],
});
