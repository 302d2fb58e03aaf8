import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnswerParts, makeKeys, SamlTestProvider } from '#gateway/testing/saml-provider';
import { openSocket } from '#gateway/testing/sockets';
import { startTestApp, type TestApp } from '#gateway/testing/test-app';
import { login, sessionEnded } from '#models/contract/auth';
import {
  finishSso,
  getLoginMethods,
  samlCallbackPath,
  samlLogoutPath,
  samlMetadataPath,
  samlReturnPath,
  ssoPath,
} from '#models/contract/sso';
import { getUserInfo } from '#models/contract/users';
import { Users } from '#models/db/users';
import { buildUser } from '#models/testing/builders';

const publicUrl = 'http://nadi.example';
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
let folder: string;
let provider: SamlTestProvider;
let test: TestApp;
let metadata: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'nadi-saml-'));
  const file = path.join(folder, 'idp.xml');
  provider = await SamlTestProvider.start(file);
  const keys = await makeKeys();
  const saml = {
    metadata: file,
    entityId: `${publicUrl}${samlMetadataPath}`,
    name: 'Test University',
    adminAttribute: { name: 'groups', value: 'nadi-admins' },
    domains: ['uni.example'],
    keys: { key: keys.private, cert: keys.cert },
    rereadAfterMs: 0,
  };
  test = await startTestApp({ publicUrl, saml });
  metadata = await (await visit(samlMetadataPath)).text();
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

let serial = 0;
function newPerson(attributes: Record<string, string | string[]> = {}) {
  const subject = `saml-person-${++serial}`;
  return {
    subject,
    email: `${subject}@uni.example`,
    attributes: { displayName: `Person ${serial}`, mail: `${subject}@uni.example`, ...attributes },
  };
}
type Person = Pick<ReturnType<typeof newPerson>, 'subject' | 'attributes'>;

const cookiesOf = (...responses: Response[]): string =>
  responses
    .flatMap((response) => response.headers.getSetCookie())
    .map((line) => line.split(';')[0])
    .filter((pair) => !pair?.endsWith('='))
    .join('; ');
const visit = (at: string, cookie = ''): Promise<Response> => fetch(`${test.url}${at}`, { redirect: 'manual', headers: { cookie } });
/** Posts a form as a page of another site does: without the cookies of this one. */
const post = (at: string, fields: Record<string, string>): Promise<Response> =>
  fetch(`${test.url}${at}`, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });
const accountOf = (subject: string) => Users.findOne({ 'sso.subject': subject }).lean();

/** Begins a login, and makes the provider's answer to it. */
async function ask(person: Person, parts: Partial<AnswerParts> = {}, signing?: Parameters<SamlTestProvider['answer']>[3], to = '/events') {
  const begun = await visit(`${ssoPath}?to=${encodeURIComponent(to)}`);
  const inResponseTo = provider.requestIdOf(begun.headers.get('location') ?? '');
  const right: AnswerParts = {
    issuer: provider.issuer,
    audience: `${publicUrl}${samlMetadataPath}`,
    recipient: `${publicUrl}${samlCallbackPath}`,
    inResponseTo,
    nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    sessionIndex: `session-${person.subject}`,
    from: -5,
    until: 120,
  };
  return { begun, answer: await provider.answer(metadata, person, { ...right, ...parts }, signing) };
}

/** Posts an answer and follows the browser to the login page. */
async function finish(begun: Response, answer: string) {
  const posted = await post(samlCallbackPath, { SAMLResponse: answer });
  if (posted.headers.get('location') !== samlReturnPath) return { posted, location: posted.headers.get('location') ?? '', cookie: '' };
  const back = await visit(samlReturnPath, cookiesOf(begun, posted));
  return { posted, location: back.headers.get('location') ?? '', cookie: cookiesOf(back) };
}

async function visitLogin(person: Person, ...rest: [Partial<AnswerParts>?, Parameters<typeof ask>[2]?, string?]) {
  const { begun, answer } = await ask(person, ...rest);
  return { begun, answer, ...(await finish(begun, answer)) };
}

async function logIn(person: Person, to?: string) {
  const visited = await visitLogin(person, {}, undefined, to);
  const answer = await test.call(finishSso, {}, undefined, { cookie: visited.cookie });
  return { ...visited, ...answer, token: answer.data?.token ?? '' };
}

const changed = (answer: string, change: (xml: string) => string): string =>
  Buffer.from(change(Buffer.from(answer, 'base64').toString())).toString('base64');

describe('logging in by SAML', () => {
  it('is offered where it is set up', async () => {
    expect((await test.call(getLoginMethods, {})).data).toEqual({ sso: { name: 'Test University' }, passwords: true });
  });

  it('creates the account once, brings it up to date, and opens the page that was asked for', async () => {
    const person = newPerson({ eduPersonAffiliation: ['student', 'member'], faculty: 'Science', year: '2' });
    const { data } = await logIn(person, '/societies');
    expect(data.to).toBe('/societies');
    const made = { name: `Person ${serial}`, email: person.email, affiliation: 'student', faculty: 'Science', year: 2, role: 'user' };
    expect(await accountOf(person.subject)).toMatchObject(made);
    const next = { ...person.attributes, displayName: 'New Name', mail: `new.${person.email}`, groups: ['all', 'nadi-admins'] };
    await logIn({ ...person, attributes: next });
    expect(await accountOf(person.subject)).toMatchObject({ name: 'New Name', email: `new.${person.email}`, role: 'admin' });
    expect(await Users.countDocuments({ 'sso.subject': person.subject })).toBe(1);
  });

  it('reads an encrypted assertion', async () => {
    const { location } = await visitLogin(newPerson(), {}, { isEncrypting: true });
    expect(location).toBe('/login?sso=done');
  });

  it('takes over an account with the same address: its password and sessions end', async () => {
    const person = newPerson();
    const before = await buildUser({ email: person.email, emailFolded: person.email, password: 'a-long-password' });
    const stolen = await test.tokenFor(before);
    const { token } = await logIn(person);
    expect((await test.call(getUserInfo, {}, token)).data.ID).toBe(String(before._id));
    expect((await test.call(getUserInfo, {}, stolen)).status).toBe(401);
    expect((await test.call(login, { email: person.email, password: 'a-long-password' })).status).toBe(401);
  });

  it.each([
    ['without an address', { mail: [] }],
    ['with an address of another domain', { mail: 'person@elsewhere.example' }],
    ['with an address that the provider calls unverified', { email_verified: 'false' }],
  ])('links and creates nothing %s', async (_name, attributes) => {
    const person = newPerson(attributes);
    const before = await buildUser({ email: person.email, emailFolded: person.email });
    expect((await visitLogin(person)).location).toBe('/login?sso=sso_unverified');
    expect((await Users.findById(before._id).lean())?.sso).toBeUndefined();
    expect(await accountOf(person.subject)).toBeNull();
  });

  it('keeps suspended accounts out', async () => {
    const person = newPerson();
    await logIn(person);
    await Users.updateOne({ 'sso.subject': person.subject }, { $set: { suspendedAt: new Date() } });
    expect((await visitLogin(person)).location).toBe('/login?sso=suspended');
  });

  it('knows a person with a transient NameID by the subject-id, and refuses one without it', async () => {
    const person = newPerson({ 'urn:oasis:names:tc:SAML:attribute:subject-id': 'lasting@uni.example' });
    expect((await visitLogin(person, { nameIdFormat: transient })).location).toBe('/login?sso=done');
    expect(await accountOf('lasting@uni.example')).not.toBeNull();
    expect((await visitLogin(newPerson(), { nameIdFormat: transient })).location).toBe('/login?sso=refused');
  });

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'opens no page elsewhere: %s',
    async (to) => {
      expect((await logIn(newPerson(), to)).data.to).toBe('/');
    },
  );

  it('begins one session, whose token stands in no address', async () => {
    const { begun, posted, location, cookie, token } = await logIn(newPerson());
    const addresses = [begun.headers.get('location'), posted.headers.get('location'), location];
    for (const address of addresses) expect(address).not.toContain(token);
    expect((await test.call(finishSso, {}, undefined, { cookie })).error.code).toBe('sso_expired');
  });

  it('reads the metadata again once the provider signs with a new key', async () => {
    await provider.replaceKey();
    expect((await visitLogin(newPerson())).location).toBe('/login?sso=refused');
    await provider.publish();
    expect((await visitLogin(newPerson())).location).toBe('/login?sso=done');
  });
});

describe('an answer is refused', () => {
  const refusal = async (parts: Partial<AnswerParts>, signing?: Parameters<typeof ask>[2], change = (xml: string) => xml) => {
    const person = newPerson();
    const { begun, answer } = await ask(person, parts, signing);
    const { location } = await finish(begun, changed(answer, change));
    expect(await accountOf(person.subject)).toBeNull();
    return location;
  };

  it.each<[string, Partial<AnswerParts>]>([
    ['for another audience', { audience: 'https://another.example' }],
    ['of another issuer', { issuer: 'https://evil.example' }],
    ['for another address', { recipient: 'https://another.example/saml' }],
    ['to no request', { inResponseTo: null }],
    ['that has expired', { from: -600, until: -300 }],
    ['that is not valid yet', { from: 300, until: 600 }],
  ])('%s', async (_name, parts) => {
    expect(await refusal(parts)).toBe('/login?sso=refused');
  });

  it('but not if the clocks differ by half a minute', async () => {
    expect((await visitLogin(newPerson(), { from: 30 })).location).toBe('/login?sso=done');
    expect((await visitLogin(newPerson(), { until: -30 })).location).toBe('/login?sso=done');
  });

  it('signed by another key', async () => {
    expect(await refusal({}, { keys: await makeKeys() })).toBe('/login?sso=refused');
  });

  it('signed by SHA-1', async () => {
    expect(await refusal({}, { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' })).toBe('/login?sso=refused');
  });

  it('without a signature', async () => {
    const unsigned = (xml: string) => xml.replace(/<ds:Signature.*?<\/ds:Signature>/gs, '');
    expect(await refusal({}, {}, unsigned)).toBe('/login?sso=refused');
  });

  const assertion = /<saml:Assertion .*<\/saml:Assertion>/s;
  /** A copy of the assertion for somebody else, without the signature. */
  const forged = (xml: string, id: string): string =>
    (assertion.exec(xml)?.[0] ?? '')
      .replace(/<ds:Signature.*?<\/ds:Signature>/s, '')
      .replace(/ID="[^"]*"/, `ID="${id}"`)
      .replace(/<saml:NameID([^>]*)>[^<]*/, '<saml:NameID$1>forged-person');

  it.each<[string, (xml: string) => string]>([
    ['changed', (xml) => xml.replace(/(<saml:NameID[^>]*>)[^<]*/, '$1forged-person')],
    ['wrapped before a forged one', (xml) => xml.replace(assertion, (signed) => signed + forged(xml, '_forged'))],
    ['wrapped after a forged one', (xml) => xml.replace(assertion, (signed) => forged(xml, '_forged') + signed)],
    [
      'inside a forged one',
      (xml) => xml.replace(assertion, (signed) => forged(xml, '_forged').replace('</saml:Assertion>', `${signed}</saml:Assertion>`)),
    ],
    [
      'in an extension beside a forged one',
      (xml) => xml.replace(assertion, (signed) => `<samlp:Extensions>${signed}</samlp:Extensions>${forged(xml, '_forged')}`),
    ],
    [
      'with its id twice',
      (xml) => {
        const id = /<saml:Assertion ID="([^"]*)"/.exec(xml)?.[1] ?? '';
        return xml.replace(assertion, (signed) => `<samlp:Extensions>${signed}</samlp:Extensions>${forged(xml, id)}`);
      },
    ],
  ])('whose signed assertion is %s', async (_name, change) => {
    expect(await refusal({}, {}, change)).toBe('/login?sso=refused');
    expect(await accountOf('forged-person')).toBeNull();
  });

  it('and a comment does not cut the name of the person', async () => {
    const person = newPerson();
    const { begun, answer } = await ask(person);
    const { location } = await finish(
      begun,
      changed(answer, (xml) => xml.replace(person.subject, `saml-person<!-- -->${person.subject.slice(11)}`)),
    );
    expect(['/login?sso=refused', '/login?sso=done']).toContain(location);
    expect(await accountOf('saml-person')).toBeNull();
  });

  it('that was used before', async () => {
    const { begun, answer } = await ask(newPerson());
    expect((await finish(begun, answer)).location).toBe('/login?sso=done');
    expect((await finish(begun, answer)).location).toBe('/login?sso=refused');
  });

  it('that was used at the same moment', async () => {
    const { begun, answer } = await ask(newPerson());
    const locations = (await Promise.all([1, 2, 3].map(() => finish(begun, answer)))).map(({ location }) => location);
    expect(locations.sort()).toEqual(['/login?sso=done', '/login?sso=refused', '/login?sso=refused']);
  });

  it('in a browser that did not ask', async () => {
    const [{ answer }, { begun: other }] = [await ask(newPerson()), await ask(newPerson())];
    expect((await finish(other, answer)).location).toBe('/login?sso=expired');
  });

  it.each(['', 'no base64 %%', Buffer.from('<no-saml/>').toString('base64')])('that is no answer at all: %j', async (answer) => {
    expect((await post(samlCallbackPath, { SAMLResponse: answer })).headers.get('location')).toBe('/login?sso=refused');
  });
});

describe('logging out at the provider', () => {
  const logOut = (query: string) => visit(`${samlLogoutPath}?${query}`);

  it('ends the person’s sessions here, logs open screens out within a second, and answers the provider', async () => {
    const person = newPerson();
    const { token } = await logIn(person);
    const socket = await openSocket(test.url, { token });
    const begun = Date.now();
    const answer = await logOut(provider.logoutQuery(metadata, person.subject));
    expect(answer.headers.get('location')?.startsWith(`${provider.logoutUrl}?SAMLResponse=`)).toBe(true);
    expect((await socket.next(sessionEnded)).payload).toMatchObject({ reason: 'signed_out' });
    expect(Date.now() - begun).toBeLessThan(1000);
    expect((await test.call(getUserInfo, {}, token)).status).toBe(401);
  });

  it('ends only the session that it names', async () => {
    const person = newPerson();
    const [{ token }, other] = [await logIn(person), await logIn(newPerson())];
    await logOut(provider.logoutQuery(metadata, person.subject, { sessionIndex: 'another' }));
    expect((await test.call(getUserInfo, {}, token)).status).toBe(200);
    await logOut(provider.logoutQuery(metadata, person.subject, { sessionIndex: `session-${person.subject}` }));
    expect((await test.call(getUserInfo, {}, token)).status).toBe(401);
    expect((await test.call(getUserInfo, {}, other.token)).status).toBe(200);
  });

  it('by a transient NameID ends the session that it names', async () => {
    const person = newPerson({ 'urn:oasis:names:tc:SAML:attribute:subject-id': 'passing@uni.example' });
    const { cookie } = await visitLogin(person, { nameIdFormat: transient });
    const { token } = (await test.call(finishSso, {}, undefined, { cookie })).data;
    const other = await logIn(newPerson());
    const query = { nameIdFormat: transient, sessionIndex: `session-${person.subject}` };
    expect((await logOut(provider.logoutQuery(metadata, 'for-this-time', query))).status).toBe(303);
    expect((await test.call(getUserInfo, {}, token)).status).toBe(401);
    expect((await test.call(getUserInfo, {}, other.token)).status).toBe(200);
  });

  it.each<[string, () => Promise<string>]>([
    ['a transient NameID alone', async () => provider.logoutQuery(metadata, 'for-this-time', { nameIdFormat: transient })],
    ['another key', async () => provider.logoutQuery(metadata, 'saml-person-1', { keys: await makeKeys() })],
    ['no signature', async () => provider.logoutQuery(metadata, 'saml-person-1').replace(/&(SigAlg|Signature)=[^&]*/g, '')],
    ['a signature by SHA-1', async () => provider.logoutQuery(metadata, 'saml-person-1').replace(/rsa-sha256/, 'rsa-sha1')],
    ['two requests', async () => `${provider.logoutQuery(metadata, 'saml-person-1')}&SAMLRequest=another`],
    ['nothing', async () => ''],
  ])('refuses a logout request with %s', async (_name, query) => {
    expect((await logOut(await query())).status).toBe(400);
  });

  it('refuses a form without a signature', async () => {
    const xml = `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_1"><Issuer>${provider.issuer}</Issuer></samlp:LogoutRequest>`;
    expect((await post(samlLogoutPath, { SAMLRequest: Buffer.from(xml).toString('base64') })).status).toBe(400);
  });
});
