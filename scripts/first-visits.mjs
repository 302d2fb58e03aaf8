import { ensureChromium } from './lib/apt.mjs';
import { busiestPages, weights } from './lib/budget.mjs';
import { verdictsOf } from './lib/lighthouse-step.mjs';
import { runScript } from './lib/say.mjs';

/** `first-visits TIMES`, for the bench: what a first visit of the busiest pages weighs, and how fast Lighthouse finds it, as one line of JSON. */
await runScript(async () => {
  const how = { env: process.env, chromium: await ensureChromium(), times: Number(process.argv[2]), which: /** @type {const} */ ('held') };
  const { verdicts, code, output } = await verdictsOf(how);
  if (code !== 0) throw new Error(output);
  const busiest = weights().filter(({ path }) => busiestPages.includes(path));
  process.stdout.write(`${JSON.stringify({ weights: busiest, verdicts })}\n`);
  return 0;
});
