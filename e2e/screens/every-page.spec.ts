import { inspect } from '../support/inspect.js';
import { looks, nameOf } from '../support/visit.js';
import { test } from '../support/visiting.js';
import { allVisits } from '../support/visits.js';

for (const visit of allVisits) {
  for (const look of looks) {
    test(nameOf(visit, look), async ({ see }) => {
      await inspect(await see(visit, look), look);
    });
  }
}
