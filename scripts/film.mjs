import { checkNode } from './lib/node-version.mjs';
import { installPackages } from './lib/packages.mjs';
import { runScript, say } from './lib/say.mjs';

/** `npm run film`: makes the pictures of docs/screens/first-sight anew, and says which first sights come too late. */
await runScript(async () => {
  checkNode();
  await installPackages();
  const { filmFirstSights } = await import('./lib/film.mjs');
  const faults = await filmFirstSights();
  for (const fault of faults) say(fault);
  return faults.length === 0 ? 0 : 1;
});
