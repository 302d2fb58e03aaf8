import { loseConnection, type Paths, withoutNetwork } from '../support/offline.js';
import { test } from '../support/visiting.js';

/** The pages that it writes on. `e2e/long/offline.spec.ts` opens every page, and does so while the server is down, too. */
const paths: Paths = { seen: ({ post, event }) => ['/', `/posts/${post}`, `/events/${event}`], unseen: [] };

test(`${withoutNetwork.name}, pages open with cached content, and queued writes are sent exactly once afterwards`, async ({
  app,
  signedIn,
}) => {
  test.setTimeout(400_000);
  await loseConnection(await signedIn('member'), app, withoutNetwork, paths);
});
