import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './sources.js';

const most = 6_000_000;

test('the pictures of the screens weigh 6 MB together at most', () => {
  const folder = path.join(root, 'docs/screens');
  const weight = readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce(
    (sum, file) => sum + statSync(path.join(folder, file)).size,
    0,
  );
  expect(weight).toBeLessThanOrEqual(most);
});
