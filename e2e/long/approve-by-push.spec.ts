import { getJoinRequests } from '#models/contract/join-request-queue';
import { askToJoin } from '#models/contract/join-requests';
import { createSociety } from '#models/contract/society-creation';
import { getUserInfo } from '#models/contract/users';
import { approvalTokenIn } from '#models/testing/approval-token';
import { demoStudents } from '#models/testing/demo';
import { callsOf, dataOf } from '../support/calls.js';
import { deliverPush } from '../support/push.js';
import { expect, OpenPages, signIn, test } from '../support/test.js';

/** A society with an admin, and somebody who asked to join it. */
async function oneRequest(address: string) {
  const [email = '', asking = ''] = demoStudents(70).slice(64);
  const [admin, person] = [await callsOf(address, email), await callsOf(address, asking)];
  const society_id = await dataOf(
    admin(createSociety, {
      name: `Push ${Date.now().toString(36)}`,
      description: 'Its admin approves without opening the app.',
      category: 'Social',
      visibility: 'public',
      joinApproval: true,
    }),
  );
  await dataOf(person(askToJoin, { society_id }));
  const status = async () => (await dataOf(admin(getJoinRequests, { society_id })))[0];
  const user = (await dataOf(admin(getUserInfo, {}))).ID;
  return { email, user, request: (await status())?.Request_ID ?? '', status };
}

test('the button of a push approves a join request while the app is closed', async ({ app, browser }) => {
  const { email, user, request, status } = await oneRequest(app.address);
  const opened = new OpenPages(app, browser);
  const page = await opened.open();
  await signIn(page, { email });
  await page.context().grantPermissions(['notifications'], { origin: app.address });
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state)).toBe('activated');

  const token = await approvalTokenIn(app.stores().mongoUri, user, request);
  await deliverPush(page, {
    id: 'one',
    user,
    title: 'New request',
    body: 'Somebody asks to join',
    why: 'You run the society.',
    link: '/requests',
    mute: { label: 'Mute', link: '/?mute=join_request' },
    lang: 'en',
    dir: 'ltr',
    approve: { label: 'Approve', token, done: 'Approved' },
  });
  const [worker] = page.context().serviceWorkers();
  // Text, since types of a service worker are not among those of a page.
  const shown = () => worker?.evaluate('registration.getNotifications().then((all) => all.map(({ body }) => body))');
  await expect.poll(shown).toEqual(['Somebody asks to join\nYou run the society.']);

  await page.goto('about:blank');
  // A browser without a screen has no button to press; its event is made by hand.
  await worker?.evaluate(
    `registration.getNotifications().then(([notification]) => {
      dispatchEvent(new NotificationEvent('notificationclick', { notification, action: 'approve' }));
    })`,
  );
  await expect.poll(async () => (await status())?.Status).toBe('approved');
  await expect.poll(shown).toEqual(['Approved']);
  await opened.close();
});
