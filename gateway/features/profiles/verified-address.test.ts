import { expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { updateProfile } from '#models/contract/profile-changes';
import { Mails } from '#models/db/mails';
import { buildUser } from '#models/testing/builders';

const test = setUpTestApp({ emailVerification: true });

it('a changed address waits for verification, and the new address gets a mail', async () => {
  const me = await buildUser({ password: 'a-long-password' });
  const email = `new-${me._id}@uni.example`;
  const { data } = await test.call(updateProfile, { email, password: 'a-long-password' }, await test.tokenFor(me));
  expect(data).toMatchObject({ Email: me.email, Pending_Email: email });
  expect(await Mails.find({ user: me._id }).lean()).toMatchObject([
    { kind: 'email_changed', address: me.email },
    { kind: 'verify_email', address: email },
  ]);
});

it('an account without a verified address cannot change its profile', async () => {
  const answer = await test.call(updateProfile, { bio: 'x' }, await test.tokenFor(await buildUser({ verifiedAt: null })));
  expect([answer.status, answer.error.code]).toEqual([403, 'email_unverified']);
});
