import { inspect } from '../support/inspect.js';
import { looks, nameOf } from '../support/visit.js';
import { test } from '../support/visiting.js';
import { homeVisits } from '../support/visits/home.js';
import { postVisits } from '../support/visits/posts.js';
import { allVisits } from '../support/visits.js';

/** Pages whose targets are large enough for fingers. */
const withTargets = new Set([...Object.values(homeVisits), ...Object.values(postVisits)].flat().map(({ name }) => name));

for (const visit of allVisits) {
  for (const look of looks) {
    test(nameOf(visit, look), async ({ see }) => {
      await inspect(await see(visit, look), look, { hasTargets: withTargets.has(visit.name) });
    });
  }
}
