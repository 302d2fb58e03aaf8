import { expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { getScim, scimPath } from '#models/contract/roster';
import { EnvError, readEnv } from '#models/env';
import { buildUser } from '#models/testing/builders';

const test = setUpTestApp();

it('without a token there is no SCIM', async () => {
  for (const path of ['/Users', '/Groups', '/ServiceProviderConfig'])
    expect((await fetch(`${test.url}${scimPath}${path}`, { headers: { authorization: 'Bearer ' } })).status).toBe(404);
  const token = await test.tokenFor(await buildUser({ role: 'admin' }));
  expect((await test.call(getScim, {}, token)).data.Is_On).toBe(false);
});

it('a token of fewer than 32 characters is refused at the start', () => {
  expect(() => readEnv({ SCIM_TOKEN: 'x'.repeat(31) })).toThrow(EnvError);
  expect(readEnv({ SCIM_TOKEN: 'x'.repeat(32) }).SCIM_TOKEN).toHaveLength(32);
});
