import { inspect } from '../support/inspect.js';
import { test } from '../support/visiting.js';
import { looks, nameOf, nowhere, visits } from '../support/visits.js';

for (const visit of [...Object.values(visits).flat(), ...nowhere]) {
  for (const look of looks) {
    test(nameOf(visit, look), async ({ visit: open }) => {
      await inspect(await open(visit, look), look);
    });
  }
}
