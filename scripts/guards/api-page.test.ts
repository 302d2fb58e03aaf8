import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { apiPage } from '#models/contract/api-page';
import { root } from './sources.js';

it('docs/api.md is what the contract says; `npm run docs:api` writes it', () => {
  expect(readFileSync(path.join(root, 'docs/api.md'), 'utf8') === apiPage()).toBe(true);
});
