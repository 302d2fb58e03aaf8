import { ensureChromium } from './lib/apt.mjs';
import { tail } from './lib/commands.mjs';
import { checkNode } from './lib/node-version.mjs';
import { installPackages } from './lib/packages.mjs';
import { Refusal, runScript } from './lib/say.mjs';

/** `npm run first-sights`: how fast Lighthouse finds a visitor's first visit and a member's second, by its own defaults. */
await runScript(async () => {
  checkNode();
  await installPackages();
  const { sayVerdict, verdictsOf, wrongWith } = await import('./lib/lighthouse-step.mjs');
  const { verdicts, code, output } = await verdictsOf({ env: process.env, chromium: await ensureChromium(), which: 'sights' });
  if (code !== 0) throw new Refusal(`Lighthouse ended with ${code}: ${tail(output, 5)}`);
  for (const verdict of verdicts) sayVerdict(verdict);
  return verdicts.every((verdict) => wrongWith(verdict).length === 0) ? 0 : 1;
});
