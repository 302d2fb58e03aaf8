import { expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { login } from '#models/contract/auth';
import { register } from '#models/contract/sign-up';
import { finishSso, getLoginMethods, ssoPath } from '#models/contract/sso';
import { buildUser } from '#models/testing/builders';

// Nobody answers at this address: the provider is away.
const sso = { issuer: 'http://127.0.0.1:9', clientId: 'nadi', clientSecret: 'secret', name: 'Test University', adminClaim: null };
const test = setUpTestApp({ sso, passwords: false });
const password = 'a-long-password';

it('only platform admins log in by password', async () => {
  const [user, admin] = [await buildUser({ password }), await buildUser({ password, role: 'admin' })];
  const refused = await test.call(login, { email: user.email, password });
  expect([refused.status, refused.error.code]).toEqual([403, 'passwords_off']);
  expect((await test.call(login, { email: user.email, password: 'wrong-password' })).error.code).toBe('wrong_credentials');
  expect((await test.call(login, { email: admin.email, password })).status).toBe(200);
  expect((await test.call(getLoginMethods, {})).data.passwords).toBe(false);
});

it('nobody signs up', async () => {
  const input = { name: 'New Student', email: 'new@uni.example', password, student_id: 'S-1', photo: 'drawn' };
  expect((await test.call(register, input)).error.code).toBe('passwords_off');
});

it('a provider that is away leads back to the login page', async () => {
  const response = await fetch(`${test.url}${ssoPath}`, { redirect: 'manual' });
  expect(response.headers.get('location')).toBe('/login?sso=unavailable');
  expect((await test.call(finishSso, {})).status).toBe(400);
});
