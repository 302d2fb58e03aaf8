import { demoSocieties } from '#models/testing/demo';
import { loseConnection, loseNetworkAsVisitor, type Paths, ways } from '../support/offline.js';
import { test } from '../support/test.js';

const { shared } = demoSocieties;

/** Pages that the side bar, the bottom bar and the account menu link to, and (below) pages that these link to. */
const menu = ['/', '/events', '/societies', '/about', '/account', '/my-societies', '/support'];
const others = ['/notifications', '/trending', '/activity', '/recommendations', '/invitations', '/search?q=club', '/privacy', '/terms'];
const forms = ['/societies/new', '/support/tickets'];

const paths: Paths = {
  seen: ({ me, post, event }) => [
    ...menu,
    `/societies/${shared.id}`,
    `/societies/${shared.id}/events`,
    `/societies/${shared.id}/members`,
    `/posts/${post}`,
    `/users/${me.ID}`,
    `/events/${event}`,
  ],
  unseen: [...others, ...forms],
};

for (const way of ways) {
  test(`${way.name}, every page opens with cached content, and queued writes are sent exactly once afterwards`, async ({
    app,
    signedIn,
  }) => {
    test.setTimeout(600_000);
    await loseConnection(await signedIn('member'), app, way, paths);
  });
}

test('without a network, the pages that a visitor got rendered open with their content', async ({ app, visitor }) => {
  test.setTimeout(400_000);
  await loseNetworkAsVisitor(await visitor(), app);
});
