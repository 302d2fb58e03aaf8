import { demoPassword } from '#models/testing/demo';
import { linesWithSecrets } from '#models/testing/secrets';
import { expect } from '../support/test.js';
import { test } from '../support/visiting.js';

// Its name puts it behind the journeys that have filled the logs of its worker's app. The `app` fixture checks those of every app.
for (const name of ['gateway', 'workers'] as const) {
  test(`no address, token or password is in the log of the ${name}`, async ({ app }) => {
    // The app is fresh after a journey that failed.
    await expect.poll(() => app.log(name).split('\n').length, { timeout: 70_000 }).toBeGreaterThan(1);
    const lines = app.log(name).split('\n');
    expect(linesWithSecrets(lines, new Set([demoPassword]))).toEqual([]);
  });
}
