import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './sources.js';

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '');

/** Served by a running gateway, not stored. */
const notFiles = new Set(['openapi.json']);
/** Other projects, whose files rules point to as examples. */
const otherProjects = /\((?:and )?(?:outline|atproto|immich|zulip|bullmq|fastify\/demo)[^)]*\)/g;
const fileName = /(?<![\w*<>{}…/.-])(?:\.?[\w@-]+\/)*[\w.-]+\.(?:tsx?|mjs|json|ya?ml|css|md)\b(?![\w/])/g;

/** The files that a document names, as paths or bare names. */
function namedFiles(document: string): string[] {
  const text = readFileSync(path.join(root, document), 'utf8')
    .replace(/https?:\/\/\S+/g, '')
    .replace(otherProjects, '');
  return [...text.matchAll(fileName)].map(([name]) => name).filter((name) => !notFiles.has(name));
}

const documents = tracked.filter((file) => file.endsWith('.md') && file !== 'docs/api.md');

test.each(documents)('%s names only files that exist', { tags: ['generated'] }, (document) => {
  const exists = (name: string) => tracked.some((file) => file === name || file.endsWith(`/${name}`));
  expect(namedFiles(document).filter((name) => !exists(name))).toEqual([]);
});
