import { demoSocieties } from '#models/testing/demo';
import { loseConnection, type Paths, withoutNetwork } from '../support/offline.js';
import { test } from '../support/test.js';

/** A page of each kind: a list, a society, a post, an event. `e2e/long/offline.spec.ts` opens every page, and does so while the server is down, too. */
const paths: Paths = {
  seen: ({ post, event }) => ['/', `/societies/${demoSocieties.shared.id}`, `/posts/${post}`, `/events/${event}`],
  unseen: ['/notifications', '/societies/new'],
};

test(`${withoutNetwork.name}, pages open with cached content, and queued writes are sent exactly once afterwards`, async ({
  app,
  signedIn,
}) => {
  test.setTimeout(400_000);
  await loseConnection(await signedIn('member'), app, withoutNetwork, paths);
});
