import { getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { run } from './commands.mjs';
import { Refusal } from './say.mjs';

test('a program that exceeds its time limit is killed, and the refusal names it and the limit', async () => {
  const work = run(process.execPath, ['-e', 'setInterval(() => {}, 1_000)'], { timeoutMs: 1000 });
  await expect(work).rejects.toEqual(new Refusal('node did not end within 1 s'));
});

test('a program that ends in time gives its exit status and output', async () => {
  const work = run(process.execPath, ['-e', 'console.log("done"); process.exit(3)'], { timeoutMs: 30_000 });
  await expect(work).resolves.toEqual({ code: 3, output: 'done\n' });
});

test('a program at low priority runs with ten more than ours', async () => {
  const work = run(process.execPath, ['-p', 'os.getPriority()'], { lowPriority: true });
  await expect(work).resolves.toEqual({ code: 0, output: `${Math.min(getPriority() + 10, 19)}\n` });
});
