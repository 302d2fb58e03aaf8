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
  projects: [
    { name: 'journeys', testMatch: /journeys\/.*\.spec\.ts$/ },
    // Those that wait for long: in `npm run test:all`.
    { name: 'long', testMatch: /long\/.*\.spec\.ts$/ },
    // One journey a screen: in `npm run test:all`.
    { name: 'areas', testMatch: /areas\/.*\.spec\.ts$/, use: { serviceWorkers: 'block' } },
    { name: 'texts', testMatch: /texts\/.*\.spec\.ts$/, use: { trace: 'off', screenshot: 'only-on-failure', actionTimeout: 30_000 } },
    { name: 'screens', testMatch: /screens\/.*\.spec\.ts$/, use: { trace: 'off', screenshot: 'only-on-failure', serviceWorkers: 'block' } },
    { name: 'pictures', testMatch: /pictures\/.*\.spec\.ts$/, use: { serviceWorkers: 'block' } },
  ],
});
