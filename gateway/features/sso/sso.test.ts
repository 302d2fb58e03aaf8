import { generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startOidcProvider, type TestProvider, testClient } from '#gateway/testing/oidc-provider';
import { openSocket } from '#gateway/testing/sockets';
import { startTestApp, type TestApp } from '#gateway/testing/test-app';
import { startGrace } from '#models/commands/account-grace';
import { login, sessionEnded } from '#models/contract/auth';
import { controls } from '#models/contract/live';
import { roomOf } from '#models/contract/rooms';
import { finishSso, getLoginMethods, ssoCallbackPath, ssoLogoutPath, ssoPath } from '#models/contract/sso';
import { staffChanged } from '#models/contract/staff-scopes';
import { getUserInfo } from '#models/contract/users';
import { AuditEntries } from '#models/db/audit-entries';
import { boundToPassword, findFactorChallenge, newFactorChallenge } from '#models/db/factor-challenges';
import { newId } from '#models/db/model';
import { transaction } from '#models/db/transaction';
import { type UserDoc, Users } from '#models/db/users';
import { buildUser } from '#models/testing/builders';

const publicUrl = 'http://nadi.example';
const callback = `${publicUrl}${ssoCallbackPath}`;
let provider: TestProvider;
let test: TestApp;
beforeAll(async () => {
  provider = await startOidcProvider(callback);
  const sso = {
    issuer: provider.issuer,
    clientId: testClient.id,
    clientSecret: testClient.secret,
    name: 'Test University',
    adminClaim: { name: 'groups', value: 'nadi-admins' },
  };
  test = await startTestApp({ publicUrl, sso });
});
afterAll(async () => {
  await test.close();
  await provider.close();
});

let serial = 0;
function addPerson(claims: Record<string, unknown> = {}) {
  const sub = `person-${++serial}`;
  const account = { sub, name: `Person ${serial}`, email: `${sub}@uni.example`, email_verified: true, ...claims };
  provider.accounts.set(sub, account);
  return account;
}

const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .filter((pair) => !pair?.endsWith('='))
    .join('; ');
const visit = (path: string, cookie = ''): Promise<Response> => fetch(`${test.url}${path}`, { redirect: 'manual', headers: { cookie } });

/** Goes through the whole login as a browser does, up to the page that it ends on. */
async function visitLogin(sub: string, { to = '/events', change = (query: string) => query } = {}) {
  const begun = await visit(`${ssoPath}?to=${encodeURIComponent(to)}`);
  const query = change(await provider.authorize(begun.headers.get('location') ?? '', sub));
  const back = await visit(`${ssoCallbackPath}?${query}`, cookiesOf(begun));
  return { begun, query, back, location: back.headers.get('location') ?? '', cookie: cookiesOf(back) };
}

async function logIn(sub: string, options?: Parameters<typeof visitLogin>[1]) {
  const visited = await visitLogin(sub, options);
  const answer = await test.call(finishSso, {}, undefined, { cookie: visited.cookie });
  return { ...visited, ...answer, token: answer.data?.token ?? '' };
}
/** Entries of the audit trail about a person, as `call role`, the oldest first. */
async function auditedOf(sub: string): Promise<string[]> {
  const account = await accountOf(sub);
  const entries = await AuditEntries.find({ $or: [{ actor: account?._id }, { subject: String(account?._id) }] })
    .sort({ at: 1, _id: 1 })
    .lean();
  return entries.map(({ call, details }) => [call, details.role].filter(Boolean).join(' '));
}
const accountOf = (sub: string) => Users.findOne({ 'sso.subject': sub }).lean();

describe('logging in with the university', () => {
  it('is offered where it is set up', async () => {
    expect((await test.call(getLoginMethods, {})).data).toEqual({ sso: { name: 'Test University' }, passwords: true });
  });

  it('creates the account of a new person, and logs in to the page that was asked for', async () => {
    const { sub, email } = addPerson({ affiliation: 'student', faculty: 'Engineering', year: 3 });
    const { location, data, token } = await logIn(sub, { to: '/events?when=today' });
    expect([location, data.to]).toEqual(['/login?sso=done', '/events?when=today']);
    expect((await test.call(getUserInfo, {}, token)).data).toMatchObject({ Email: email, Verified: true, Role: 'user' });
    expect(await accountOf(sub)).toMatchObject({ affiliation: 'student', faculty: 'Engineering', year: 3 });
  });

  it('follows name, address and role at each login', async () => {
    const { sub } = addPerson();
    await logIn(sub);
    provider.accounts.set(sub, { sub, name: 'New Name', email: `new.${sub}@uni.example`, email_verified: true, groups: ['nadi-admins'] });
    await logIn(sub);
    expect(await accountOf(sub)).toMatchObject({ name: 'New Name', email: `new.${sub}@uni.example`, role: 'admin' });
    provider.accounts.set(sub, { sub, name: 'New Name', email: `new.${sub}@uni.example`, email_verified: true });
    await logIn(sub);
    expect(await accountOf(sub)).toMatchObject({ role: 'user' });
    await logIn(sub);
    const signIns = ['createSsoAccount user', 'finishSso', 'changeSsoRole admin', 'finishSso', 'changeSsoRole user', 'finishSso'];
    expect(await auditedOf(sub), 'the audit trail').toEqual([...signIns, 'finishSso']);
    expect(await Users.countDocuments({ 'sso.subject': sub })).toBe(1);
  });

  it('takes open staff screens from a person who loses the role by a login elsewhere, and opens them to one who gets it', async () => {
    const { sub, ...account } = addPerson({ groups: ['nadi-admins'] });
    const { token } = await logIn(sub);
    const socket = await openSocket(test.url, { token });
    await socket.join(roomOf('platform'));
    const { groups: _none, ...without } = account as { groups?: unknown };
    provider.accounts.set(sub, { sub, ...without } as never);
    await logIn(sub);
    expect((await socket.next(controls.roomLeft)).payload).toMatchObject({ rooms: [roomOf('platform')] });
    await socket.next(staffChanged);
    provider.accounts.set(sub, { sub, ...account });
    await logIn(sub);
    await socket.next(staffChanged);
    await socket.join(roomOf('platform'));
    socket.close();
  });

  it('leaves the role to a platform admin whom two people made in the app', async () => {
    const { sub } = addPerson();
    await logIn(sub);
    const given = { scope: 'all', by: newId(), confirmedBy: newId(), at: new Date() } as const;
    await Users.updateOne({ 'sso.subject': sub }, { $set: { role: 'admin', staff: [given] } });
    await logIn(sub);
    expect(await accountOf(sub)).toMatchObject({ role: 'admin' });
  });

  it('takes over an account with the same verified address: its password and sessions end', async () => {
    const { sub, email } = addPerson();
    const before = await buildUser({ email, emailFolded: email, password: 'a-long-password' });
    const stolen = await test.tokenFor(before);
    const { token } = await logIn(sub);
    expect((await test.call(getUserInfo, {}, token)).data.ID).toBe(String(before._id));
    expect((await test.call(getUserInfo, {}, stolen)).status).toBe(401);
    expect((await test.call(login, { email, password: 'a-long-password' })).status).toBe(401);
    expect(await auditedOf(sub)).toEqual(['linkSsoAccount user', 'finishSso', 'login']);
  });

  it('links and creates nothing without a verified address', async () => {
    const { sub, email } = addPerson({ email_verified: false });
    const before = await buildUser({ email, emailFolded: email });
    expect((await visitLogin(sub)).location).toBe('/login?sso=sso_unverified');
    expect((await Users.findById(before._id).lean())?.sso).toBeUndefined();
    const { sub: second } = addPerson({ email: undefined });
    expect((await visitLogin(second)).location).toBe('/login?sso=sso_unverified');
  });

  it('gives an address that another person had at the provider to nobody', async () => {
    const first = addPerson();
    await logIn(first.sub);
    const second = addPerson({ email: first.email });
    expect((await visitLogin(second.sub)).location).toBe('/login?sso=sso_unverified');
  });

  it('keeps suspended accounts out', async () => {
    const { sub } = addPerson();
    await logIn(sub);
    await Users.updateOne({ 'sso.subject': sub }, { $set: { suspendedAt: new Date() } });
    expect((await visitLogin(sub)).location).toBe('/login?sso=suspended');
  });

  it('keeps out an account that was deleted and can be restored, and makes no other for it', async () => {
    const { sub, email } = addPerson();
    await logIn(sub);
    const user = await Users.findOne({ 'sso.subject': sub }).lean();
    const until = new Date(Date.now() + 86_400_000);
    await transaction((session) => startGrace(session, user?._id ?? newId(), { until, keepPosts: false }));
    expect((await visitLogin(sub)).location).toBe('/login?sso=deletion_pending');
    const { sub: other } = addPerson({ email });
    expect((await visitLogin(other)).location).toBe('/login?sso=deletion_pending');
    expect(await Users.countDocuments({ emailFolded: email })).toBe(1);
  });

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example', '\\\\evil.example', '/%09/evil.example\n', 'javascript:alert(1)'])(
    'opens no page elsewhere: %s',
    async (to) => {
      const { sub } = addPerson();
      const { data } = await logIn(sub, { to });
      expect(['/', '/%09/evil.example']).toContain(data.to.trim());
    },
  );
});

describe('an answer of the provider is refused', () => {
  const refusal = async (change: (query: string) => string) => (await visitLogin(addPerson().sub, { change })).location;

  it('with another state', async () => {
    expect(await refusal((query) => query.replace(/state=[^&]+/, 'state=another'))).toBe('/login?sso=refused');
  });

  it('with a code that was used before', async () => {
    const { sub } = addPerson();
    const begun = await visit(ssoPath);
    const query = await provider.authorize(begun.headers.get('location') ?? '', sub);
    const cookie = cookiesOf(begun);
    expect((await visit(`${ssoCallbackPath}?${query}`, cookie)).headers.get('location')).toBe('/login?sso=done');
    expect((await visit(`${ssoCallbackPath}?${query}`, cookie)).headers.get('location')).toBe('/login?sso=refused');
  });

  it('from another issuer', async () => {
    expect(await refusal((query) => query.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example'))).toBe('/login?sso=refused');
  });

  it('in a browser that did not ask', async () => {
    const { query } = await visitLogin(addPerson().sub);
    expect((await visit(`${ssoCallbackPath}?${query}`)).headers.get('location')).toBe('/login?sso=expired');
  });

  it('with an error instead of a code', async () => {
    expect(await refusal((query) => query.replace(/code=[^&]+/, 'error=access_denied'))).toBe('/login?sso=refused');
  });
});

describe('an ID token is refused', () => {
  afterEach(() => provider.replaceIdTokens(null));
  const signed = (claims: JWTPayload, key: Parameters<SignJWT['sign']>[0], alg = 'RS256') =>
    new SignJWT(claims).setProtectedHeader({ alg, kid: 'first' }).sign(key);
  const secondsAgo = (seconds: number): number => Math.floor(Date.now() / 1000) - seconds;

  it.each<[string, Parameters<TestProvider['replaceIdTokens']>[0] & object]>([
    ['signed by another key', async (claims) => signed(claims, (await generateKeyPair('RS256')).privateKey)],
    ['signed with the client’s secret', (claims) => signed(claims, new TextEncoder().encode(testClient.secret), 'HS256')],
    ['without a signature', async (claims) => new UnsecuredJWT(claims).encode()],
    ['for another client', (claims, key) => signed({ ...claims, aud: 'another' }, key)],
    ['of another issuer', (claims, key) => signed({ ...claims, iss: 'https://evil.example' }, key)],
    ['with another nonce', (claims, key) => signed({ ...claims, nonce: 'another' }, key)],
    ['that has expired', (claims, key) => signed({ ...claims, iat: secondsAgo(7200), exp: secondsAgo(3600) }, key)],
  ])('%s', async (_name, replace) => {
    provider.replaceIdTokens(replace);
    const { sub } = addPerson();
    expect((await visitLogin(sub)).location).toBe('/login?sso=refused');
    expect(await accountOf(sub)).toBeNull();
  });

  it('by none of these reasons when it is signed again with the right key', async () => {
    provider.replaceIdTokens(signed);
    expect((await visitLogin(addPerson().sub)).location).toBe('/login?sso=done');
  });
});

describe('the session after the login', () => {
  it('begins once for a cookie', async () => {
    const { cookie, status } = await logIn(addPerson().sub);
    expect(status).toBe(200);
    const again = await test.call(finishSso, {}, undefined, { cookie });
    expect([again.status, again.error.code]).toEqual([400, 'sso_expired']);
    expect((await test.call(finishSso, {})).status).toBe(400);
  });

  it('has its token in no address', async () => {
    const { begun, back, token } = await logIn(addPerson().sub);
    for (const response of [begun, back]) expect(response.headers.get('location')).not.toContain(token);
  });
});

describe('logging out at the university', () => {
  const logOut = (token: string) =>
    fetch(`${test.url}${ssoLogoutPath}`, { method: 'POST', body: new URLSearchParams({ logout_token: token }) });

  async function open(user: Pick<UserDoc, '_id'>, token: string) {
    return { socket: await openSocket(test.url, { token }), user };
  }

  it('ends the person’s sessions here, and logs open screens out within a second', async () => {
    const { sub } = addPerson();
    const { token } = await logIn(sub);
    const { socket } = await open((await accountOf(sub))!, token);
    const begun = Date.now();
    expect((await logOut(await provider.logoutToken({ sub }))).status).toBe(200);
    expect((await socket.next(sessionEnded)).payload).toMatchObject({ reason: 'signed_out' });
    expect(Date.now() - begun).toBeLessThan(1000);
    expect((await test.call(getUserInfo, {}, token)).status).toBe(401);
    expect(await auditedOf(sub)).toEqual(['createSsoAccount user', 'finishSso', 'endSsoSession']);
  });

  it('ends a login that waits for the second step, by person and by session, and no step by password', async () => {
    const { sub } = addPerson();
    await logIn(sub);
    const user = (await accountOf(sub))!;
    const begin = (more: object) =>
      newFactorChallenge({ purpose: 'signIn', user: user._id, boundTo: boundToPassword(user.passwordHash), ...more });
    const isOpen = async (step: string) => (await findFactorChallenge(step)) !== null;
    const [one, other, byPassword] = [await begin({ ssoSid: 'one' }), await begin({ ssoSid: 'other' }), await begin({})];
    expect((await logOut(await provider.logoutToken({ sid: 'one' }))).status).toBe(200);
    expect(await Promise.all([one, other, byPassword].map(isOpen))).toEqual([false, true, true]);
    expect((await logOut(await provider.logoutToken({ sub }))).status).toBe(200);
    expect(await Promise.all([other, byPassword].map(isOpen))).toEqual([false, true]);
  });

  it('leaves other people and sessions by password alone', async () => {
    const { sub } = addPerson();
    await logIn(sub);
    const other = await logIn(addPerson().sub);
    const byPassword = await test.tokenFor((await accountOf(sub))!);
    expect((await logOut(await provider.logoutToken({ sub }))).status).toBe(200);
    for (const token of [other.token, byPassword]) expect((await test.call(getUserInfo, {}, token)).status).toBe(200);
  });

  it.each([
    ['another audience', () => provider.logoutToken({ sub: 'person-1' }, { audience: 'another' })],
    ['another issuer', () => provider.logoutToken({ sub: 'person-1' }, { issuer: 'https://evil.example' })],
    ['another key', async () => provider.logoutToken({ sub: 'person-1' }, { key: (await generateKeyPair('RS256')).privateKey })],
    ['an old time', () => provider.logoutToken({ sub: 'person-1' }, { age: 3600 })],
    ['a nonce', () => provider.logoutToken({ sub: 'person-1', nonce: 'n' })],
    ['no event', () => provider.logoutToken({ sub: 'person-1', events: {} })],
    ['nobody', () => provider.logoutToken({})],
    ['no signature', async () => `${btoa('{"alg":"none"}')}.${btoa('{"sub":"person-1"}')}.`],
  ])('refuses a logout token with %s', async (_name, make) => {
    expect((await logOut(await make())).status).toBe(400);
  });
});
