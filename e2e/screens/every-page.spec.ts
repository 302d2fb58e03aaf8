import path from 'node:path';
import { inspect } from '../support/inspect.js';
import { looks, nameOf } from '../support/visit.js';
import { test } from '../support/visiting.js';
import { allVisits } from '../support/visits.js';

/** Folder for a picture of each page, to look at; none are taken without it. */
const folder = process.env.NADI_PICTURES;

for (const visit of allVisits) {
  for (const look of looks) {
    const name = nameOf(visit, look);
    test(name, async ({ see }) => {
      const page = await see(visit, look);
      if (folder)
        await page.screenshot({ path: path.join(folder, `${name.replaceAll(/[^\p{L}\d]+/gu, '-')}.jpg`), type: 'jpeg', quality: 60 });
      await inspect(page, look);
    });
  }
}
