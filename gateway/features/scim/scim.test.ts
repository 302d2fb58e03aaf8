import { beforeEach, describe, expect, it } from 'vitest';
import { openSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { drain } from '#models/bus/publish';
import { withRoster } from '#models/commands/provision-people';
import { login, sessionEnded } from '#models/contract/auth';
import { applyRoster, getScim, planRoster, scimPath } from '#models/contract/roster';
import { getUserInfo } from '#models/contract/users';
import { Activities } from '#models/db/activities';
import { Attendances } from '#models/db/attendances';
import { AuditEntries } from '#models/db/audit-entries';
import { JoinRequests } from '#models/db/join-requests';
import { acquireLock, Locks, releaseLock } from '#models/db/locks';
import { RosterEntries } from '#models/db/roster-entries';
import { Sessions } from '#models/db/sessions';
import { type UserDoc, Users } from '#models/db/users';
import { buildAttendance, buildEvent, buildJoinRequest, buildUser } from '#models/testing/builders';
import { dispatch } from '#workers/activity/dispatch';

const scimToken = 'a-token-of-the-identity-system-0123456789';
const test = setUpTestApp({ scimToken });
beforeEach(async () => {
  await RosterEntries.deleteMany({});
  await AuditEntries.deleteMany({});
});

const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const student = 'urn:nadi:params:scim:schemas:1.0:Student';
const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';

// biome-ignore lint/suspicious/noExplicitAny: answers are read as a client of any kind reads them.
type Body = any;
async function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${test.url}${scimPath}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${scimToken}`,
      ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: (text === '' ? null : JSON.parse(text)) as Body };
}
const create = async (fields: object) => ask('POST', '/Users', { schemas: [userSchema], ...fields });
const patch = (id: string, ...Operations: object[]) => ask('PATCH', `/Users/${id}`, { schemas: [patchSchema], Operations });
const patchGroup = (id: string, ...Operations: object[]) => ask('PATCH', `/Groups/${id}`, { schemas: [patchSchema], Operations });
const find = async (filter: string, more = '') => (await ask('GET', `/Users?filter=${encodeURIComponent(filter)}${more}`)).body;
const namesOf = (list: Body): string[] => list.Resources.map(({ userName }: { userName: string }) => userName);
const emailsOf = (...values: string[]) => values.map((value) => ({ value, type: 'work', primary: true }));
const accountOf = (user: UserDoc) => Users.findById(user._id).lean();
const callsOf = async () => (await AuditEntries.find().sort({ _id: 1 }).lean()).map(({ call }) => call);

/** Runs what follows from every record that is due, as the workers do. */
async function dispatchAll(): Promise<void> {
  await drain();
  for (const { _id } of await Activities.find({ due: { $lte: new Date() } }).lean())
    await dispatch({ kind: 'activity', id: String(_id), version: 1 });
}

describe('the token', () => {
  it.each([
    ['missing', {}],
    ['wrong', { authorization: `Bearer ${scimToken}x` }],
    ['of another scheme', { authorization: `Basic ${scimToken}` }],
  ])('that is %s is refused in the form of the RFC', async (_name, headers) => {
    const response = await fetch(`${test.url}${scimPath}/Users`, { headers: headers as Record<string, string> });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
    expect(response.headers.get('content-type')).toBe('application/scim+json; charset=utf-8');
    expect(await response.json()).toEqual({ schemas: [errorSchema], status: '401', detail: 'The bearer token is missing or wrong.' });
  });

  it('of a platform admin’s session opens nothing', async () => {
    const token = await test.tokenFor(await buildUser({ role: 'admin' }));
    expect((await ask('GET', '/Users', undefined, { authorization: `Bearer ${token}` })).status).toBe(401);
  });
});

describe('a client', () => {
  it('creates, finds, replaces, patches, deactivates and deletes a person', async () => {
    const name = { givenName: 'Lina', familyName: 'Haddad' };
    const emails = emailsOf('lina@uni.example');
    const created = await create({
      userName: 'S-1',
      externalId: 'x-1',
      name,
      emails,
      userType: 'student',
      [enterprise]: { department: 'Arts' },
      [student]: { year: 3 },
    });
    expect(created.status).toBe(201);
    expect(created.headers.get('content-type')).toBe('application/scim+json; charset=utf-8');
    const { id, meta } = created.body;
    expect(created.headers.get('location')).toBe(`http://nadi.example/scim/v2/Users/${id}`);
    expect(created.body).toMatchObject({
      schemas: [userSchema, enterprise, student],
      userName: 'S-1',
      externalId: 'x-1',
      displayName: 'Lina Haddad',
      name: { formatted: 'Lina Haddad', ...name },
      emails,
      active: true,
      userType: 'student',
      groups: [{ value: 'student', display: 'student' }],
      [enterprise]: { department: 'Arts' },
      [student]: { year: 3 },
    });
    expect(created.headers.get('etag')).toBe(meta.version);
    expect((await find('userName eq "s-1"')).Resources).toEqual([created.body]);

    const replaced = await ask('PUT', `/Users/${id}`, { schemas: [userSchema], userName: 'S-1', displayName: 'Lina H.', emails: [] });
    expect([replaced.status, replaced.body.displayName, replaced.body.emails]).toEqual([200, 'Lina H.', undefined]);
    expect(replaced.body[enterprise]).toEqual({ department: 'Arts' });
    expect(replaced.body.meta.version).not.toBe(meta.version);

    const patched = await patch(
      id,
      { op: 'Replace', path: 'name.familyName', value: 'Saleh' },
      { op: 'add', path: 'emails[type eq "work"].value', value: 'lina@new.example' },
      { op: 'replace', path: `${enterprise}:department`, value: 'Science' },
      { op: 'remove', path: `${student}:year` },
      { op: 'replace', value: { userType: 'staff', [`${userSchema}:externalId`]: 'x-2' } },
    );
    expect(patched.status).toBe(200);
    expect(patched.body).toMatchObject({
      displayName: 'Lina Saleh',
      emails: emailsOf('lina@new.example'),
      userType: 'staff',
      externalId: 'x-2',
      [enterprise]: { department: 'Science' },
    });
    expect(patched.body[student]).toBeUndefined();

    expect((await patch(id, { op: 'replace', path: 'active', value: 'False' })).body.active).toBe(false);
    expect((await ask('DELETE', `/Users/${id}`)).status).toBe(204);
    expect((await ask('GET', `/Users/${id}`)).status).toBe(404);
    expect((await ask('DELETE', `/Users/${id}`)).status).toBe(404);
    expect(await callsOf()).toEqual(['createScimUser', 'updateScimUser', 'updateScimUser', 'updateScimUser', 'deleteScimUser']);
  });

  it('that sends the same again changes nothing and leaves no entry in the audit trail', async () => {
    const { body } = await create({ userName: 'S-2', displayName: 'Omar', active: true });
    await AuditEntries.deleteMany({});
    const again = await ask('PUT', `/Users/${body.id}`, body);
    expect([again.status, again.body]).toEqual([200, body]);
    expect((await patch(body.id, { op: 'replace', value: { active: true } })).body).toEqual(body);
    expect(await callsOf()).toEqual([]);
  });

  it('finds by each attribute, with and, or, not, prefix and part', async () => {
    await create({ userName: 'ann@uni.example', externalId: 'X-1', emails: emailsOf('Ann@uni.example') });
    await create({ userName: 'ben@uni.example', externalId: 'X-2', emails: emailsOf('ben@else.example'), active: false });
    await create({ userName: 'cat', externalId: 'x-1' });
    const cases: [filter: string, names: string[]][] = [
      ['userName eq "ANN@uni.example"', ['ann@uni.example']],
      ['userName sw "ben@"', ['ben@uni.example']],
      ['userName co "UNI"', ['ann@uni.example', 'ben@uni.example']],
      ['externalId eq "X-1"', ['ann@uni.example']],
      ['externalId sw "X-"', ['ann@uni.example', 'ben@uni.example']],
      ['emails eq "ann@UNI.example"', ['ann@uni.example']],
      ['emails.value ew "else.example"', ['ben@uni.example']],
      ['emails[type eq "work" and value sw "ben"]', ['ben@uni.example']],
      ['emails[type eq "work"].value eq "ann@uni.example"', ['ann@uni.example']],
      ['emails[type eq "home"]', []],
      ['active eq false', ['ben@uni.example']],
      ['active eq true and userName co "a"', ['ann@uni.example', 'cat']],
      ['userName eq "cat" or (emails pr and not (active eq true))', ['ben@uni.example', 'cat']],
      [`${userSchema}:userName ne "cat"`, ['ann@uni.example', 'ben@uni.example']],
      ['id eq "no id"', []],
    ];
    for (const [filter, names] of cases) expect([filter, namesOf(await find(filter))]).toEqual([filter, names]);
  });

  it('reads page by page, and only the attributes that it wants', async () => {
    for (const number of ['a', 'b', 'c', 'd', 'e']) await create({ userName: number, displayName: 'Somebody' });
    const page = async (query: string) => (await ask('GET', `/Users?${query}`)).body;
    const second = await page('startIndex=3&count=2');
    expect([second.totalResults, second.startIndex, second.itemsPerPage, namesOf(second)]).toEqual([5, 3, 2, ['c', 'd']]);
    expect(namesOf(await page('startIndex=0&count=1'))).toEqual(['a']);
    expect(await page('count=0')).toMatchObject({ totalResults: 5, itemsPerPage: 0, Resources: [] });
    expect(await page('startIndex=6')).toMatchObject({ totalResults: 5, itemsPerPage: 0 });
    expect(namesOf(await find('userName co "e" or userName co "d"', '&startIndex=2&count=5'))).toEqual(['e']);
    const [first] = (await page('attributes=userName&count=1')).Resources;
    expect(Object.keys(first).sort()).toEqual(['id', 'schemas', 'userName']);
    expect((await page('excludedAttributes=displayName,name&count=1')).Resources[0]).not.toHaveProperty('displayName');
    await patch(first.id, { op: 'add', path: `${enterprise}:department`, value: 'Arts' });
    const [department] = (await page(`attributes=${enterprise}:department&count=1&count=2`)).Resources;
    expect(Object.keys(department).sort()).toEqual(['id', 'schemas', enterprise]);
  });

  it('names a person by what it changes, also where it sends everything back', async () => {
    const { body } = await create({ userName: 'N-1', name: { givenName: 'Lina', familyName: 'Haddad' } });
    const put = async (fields: object) => (await ask('PUT', `/Users/${body.id}`, { ...body, ...fields })).body.displayName;
    expect(await put({ name: { ...body.name, familyName: 'Saleh' } })).toBe('Lina Saleh');
    expect(await put({ displayName: 'Lina S.', name: { givenName: 'Lina', familyName: 'Saleh' } })).toBe('Lina S.');
    expect(await put({ displayName: 'Lina S.', name: { givenName: 'Lina', familyName: 'Saleh' } })).toBe('Lina S.');
    expect((await patch(body.id, { op: 'replace', value: { 'name.formatted': 'L. Saleh' } })).body.displayName).toBe('L. Saleh');
    expect((await patch(body.id, { op: 'remove', path: 'displayName' })).body.displayName).toBeUndefined();
  });

  it('changes only the state that it has seen', async () => {
    const { body } = await create({ userName: 'S-3' });
    const { version } = body.meta;
    expect((await ask('GET', `/Users/${body.id}`, undefined, { 'if-none-match': version })).status).toBe(304);
    const seen = { 'if-match': version };
    expect((await ask('PUT', `/Users/${body.id}`, { userName: 'S-3', displayName: 'New' }, seen)).status).toBe(200);
    expect((await ask('PUT', `/Users/${body.id}`, { userName: 'S-3', displayName: 'Newer' }, seen)).status).toBe(412);
    expect((await ask('DELETE', `/Users/${body.id}`, undefined, seen)).status).toBe(412);
    expect((await ask('DELETE', `/Users/${body.id}`, undefined, { 'if-match': '*' })).status).toBe(204);
  });

  it('gives a person another userName, by which a file then finds the entry', async () => {
    const { body } = await create({ userName: 'old-1', displayName: 'Rand', externalId: 'x' });
    expect((await patch(body.id, { op: 'replace', path: 'userName', value: 'NEW-1' })).body).toMatchObject({
      id: body.id,
      userName: 'NEW-1',
    });
    const roster = new File(['id,name\nnew-1,Rand T.'], 'people.csv', { type: 'text/csv' });
    const token = await test.tokenFor(await buildUser({ role: 'admin' }));
    const { Plan, Counts } = (await test.call(planRoster, { roster }, token)).data;
    expect(Counts).toMatchObject({ New: 0, Changed: 1 });
    await test.call(applyRoster, { roster, plan: Plan }, token);
    expect((await ask('GET', `/Users/${body.id}`)).body).toMatchObject({ displayName: 'Rand T.', externalId: 'x' });
  });

  it('reads what the server can do', async () => {
    expect((await ask('GET', '/ServiceProviderConfig')).body).toMatchObject({ patch: { supported: true }, filter: { maxResults: 500 } });
    expect((await ask('GET', '/ResourceTypes')).body.Resources.map(({ endpoint }: Body) => endpoint)).toEqual(['/Users', '/Groups']);
    const { Resources } = (await ask('GET', '/Schemas')).body;
    expect(Resources.map(({ id }: Body) => id)).toContain(userSchema);
    expect((await ask('GET', `/Schemas/${student}`)).body.attributes).toMatchObject([{ name: 'year', type: 'integer' }]);
    expect((await ask('GET', '/Schemas/none')).status).toBe(404);
  });
});

it('reads a year in Arabic digits', async () => {
  const { status, body } = await create({ userName: 'S-9', [student]: { year: '٣' } });
  expect([status, body[student]]).toEqual([201, { year: 3 }]);
});

it('is unavailable once another process has taken the roster over', async () => {
  const change = withRoster(async (holdLock) => {
    await Locks.updateOne({ _id: 'roster' }, { $set: { holder: 'another' } });
    await holdLock();
  });
  await expect(change).rejects.toMatchObject({ code: 'unavailable' });
  await releaseLock('roster', 'another');
});

describe('groups', () => {
  it('are the three affiliations; a person is in one', async () => {
    const [ann, ben] = await Promise.all(['ann', 'ben'].map(async (userName) => (await create({ userName })).body.id));
    const list = (await ask('GET', '/Groups?excludedAttributes=members')).body;
    expect(list.Resources.map(({ id }: Body) => id)).toEqual(['student', 'faculty', 'staff']);
    expect(list.Resources[0]).not.toHaveProperty('members');
    const membersOf = async (id: string) => (await ask('GET', `/Groups/${id}`)).body.members.map(({ value }: Body) => value);

    const added = await patchGroup('student', { op: 'add', path: 'members', value: [{ value: ann }, { value: ben }] });
    expect([added.status, await membersOf('student')]).toEqual([204, [ann, ben]]);
    await patchGroup('staff', { op: 'Add', value: { members: [{ value: ben }] } });
    expect([await membersOf('student'), await membersOf('staff')]).toEqual([[ann], [ben]]);
    await patchGroup('student', { op: 'remove', path: `members[value eq "${ann}"]` });
    expect(await membersOf('student')).toEqual([]);
    expect((await ask('PUT', '/Groups/student', { displayName: 'student', members: [{ value: ann }, { value: ben }] })).body).toMatchObject(
      {
        members: [{ value: ann, display: 'ann' }, { value: ben }],
      },
    );
    expect(await membersOf('staff')).toEqual([]);
    await patchGroup('student', { op: 'remove', path: 'members', value: [{ value: ben }] });
    expect((await ask('GET', `/Users/${ben}`)).body.groups).toBeUndefined();
    await patchGroup('student', { op: 'remove', path: 'members' });
    expect(await membersOf('student')).toEqual([]);
    expect((await callsOf()).filter((call) => call === 'updateScimGroup')).toHaveLength(6);
  });

  it('keep their members if one is to be replaced, and by a PUT that has none', async () => {
    const { id } = (await create({ userName: 'kim', userType: 'staff' })).body;
    const replaced = await patchGroup('staff', { op: 'replace', path: `members[value eq "${id}"]`, value: [{ value: id }] });
    expect([replaced.status, replaced.body.scimType]).toEqual([400, 'mutability']);
    const { status, body } = await ask('PUT', '/Groups/staff', { displayName: 'staff' });
    expect([status, body.members.map(({ value }: Body) => value)]).toEqual([200, expect.arrayContaining([id])]);
  });

  it('are found by name, and neither created, renamed nor deleted', async () => {
    const found = (await ask('GET', `/Groups?filter=${encodeURIComponent('displayName eq "staff"')}`)).body;
    expect([found.totalResults, found.Resources[0].id]).toEqual([1, 'staff']);
    const refused = async (answer: ReturnType<typeof ask>) => {
      const { status, body } = await answer;
      return [status, body.scimType];
    };
    expect(await refused(ask('POST', '/Groups', { displayName: 'Staff' }))).toEqual([409, 'uniqueness']);
    expect(await refused(ask('POST', '/Groups', { displayName: 'Chess' }))).toEqual([400, 'invalidValue']);
    expect(await refused(patchGroup('staff', { op: 'replace', path: 'displayName', value: 'Chess' }))).toEqual([400, 'mutability']);
    expect(await refused(ask('DELETE', '/Groups/staff'))).toEqual([400, 'mutability']);
    expect(await refused(patchGroup('staff', { op: 'add', path: 'members', value: [{ value: '0'.repeat(24) }] }))).toEqual([
      400,
      'invalidValue',
    ]);
    expect((await ask('GET', '/Groups/chess')).status).toBe(404);
  });
});

describe('a person who is no longer active', () => {
  /** A person on the roster, with an account. */
  async function provisioned() {
    const user = await buildUser({ password: 'a-long-password' });
    const { body } = await create({ userName: `U-${user._id}`, emails: emailsOf(user.email), userType: 'student' });
    return { user, id: body.id as string };
  }

  it('is logged out within a second, cannot log in, and loses seats and requests; coming back undoes the suspension', async () => {
    const { user, id } = await provisioned();
    expect(await accountOf(user)).toMatchObject({ affiliation: 'student' });
    const event = await buildEvent({ seats: 1, seatsLeft: 1 });
    await buildAttendance({ event, user });
    const waiting = await buildAttendance({ event, state: 'waiting' });
    const request = await buildJoinRequest({ user });
    const token = await test.tokenFor(user);
    const socket = await openSocket(test.url, { token });
    expect((await patch(id, { op: 'replace', path: 'active', value: false })).status).toBe(200);
    const changed = Date.now();
    expect((await socket.next(sessionEnded)).payload).toMatchObject({ reason: 'suspended' });
    await socket.closed();
    expect(Date.now() - changed).toBeLessThan(1000);
    expect((await test.call(getUserInfo, {}, token)).status).toBe(401);
    const credentials = { email: user.email, password: 'a-long-password' };
    expect((await test.call(login, credentials)).error.code).toBe('suspended');
    expect(await Sessions.countDocuments({ user: user._id })).toBe(0);
    await dispatchAll();
    expect((await Attendances.findById(waiting._id).lean())?.state).toBe('going');
    expect((await Attendances.findOne({ event: event._id, user: user._id }).lean())?.state).toBe('none');
    expect((await JoinRequests.findById(request._id).lean())?.status).toBe('withdrawn');
    await patch(id, { op: 'replace', path: 'active', value: true });
    expect((await test.call(login, credentials)).status).toBe(200);
    const entries = await AuditEntries.find({ subject: String(user._id) })
      .sort({ _id: 1 })
      .lean();
    expect(
      entries
        .map(({ call }) => call)
        .filter((call) => /Scim|Roster/.test(call))
        .sort(),
    ).toEqual(['reinstateByRoster', 'suspendByRoster', 'updateScimUser', 'updateScimUser']);
    expect(entries.find(({ call }) => call === 'updateScimUser')?.details).toEqual({ fields: 'active' });
  });

  it('and is deleted there loses the entry and the account’s sessions; created again, the account is open again', async () => {
    const { user, id } = await provisioned();
    const token = await test.tokenFor(user);
    expect((await ask('DELETE', `/Users/${id}`)).status).toBe(204);
    expect(await RosterEntries.countDocuments()).toBe(0);
    expect((await test.call(getUserInfo, {}, token)).status).toBe(401);
    expect(await accountOf(user)).toMatchObject({ suspendedBy: 'roster' });
    await create({ userName: 'again', emails: emailsOf(user.email) });
    expect(await accountOf(user)).toMatchObject({ suspendedAt: null });
  });

  it('and is a platform admin keeps the account', async () => {
    const user = await buildUser({ role: 'admin' });
    const { body } = await create({ userName: 'P-1', emails: emailsOf(user.email) });
    await patch(body.id, { op: 'replace', path: 'active', value: false });
    expect((await accountOf(user))?.suspendedAt).toBeNull();
  });

  it('leaves the account to the active entry with the address', async () => {
    const { user, id } = await provisioned();
    await patch(id, { op: 'replace', path: 'active', value: false });
    await create({ userName: 'E-1', emails: emailsOf(user.email), userType: 'staff' });
    expect(await accountOf(user)).toMatchObject({ suspendedAt: null, affiliation: 'staff' });
  });
});

describe('an error', () => {
  const refusal = async (answer: ReturnType<typeof ask>) => {
    const { status, body } = await answer;
    expect(body).toMatchObject({ schemas: [errorSchema], status: String(status), detail: expect.any(String) });
    return [status, body.scimType];
  };

  it('names its kind', async () => {
    const { body } = await create({ userName: 'S-9', emails: emailsOf('taken@uni.example') });
    const { id } = (await create({ userName: 'S-8' })).body;
    expect(await refusal(create({ userName: 's-9' }))).toEqual([409, 'uniqueness']);
    expect(await refusal(create({ userName: 'S-7', emails: emailsOf('TAKEN@uni.example') }))).toEqual([409, 'uniqueness']);
    expect(await refusal(patch(id, { op: 'replace', path: 'userName', value: 'S-9' }))).toEqual([409, 'uniqueness']);
    expect(await refusal(create({}))).toEqual([400, 'invalidValue']);
    expect(await refusal(create({ userName: 'S-6', userType: 'guest' }))).toEqual([400, 'invalidValue']);
    expect(await refusal(create({ userName: 'S-6', emails: emailsOf('no address') }))).toEqual([400, 'invalidValue']);
    expect(await refusal(create({ userName: 'S-6', active: 'perhaps' }))).toEqual([400, 'invalidValue']);
    expect(await refusal(create({ userName: `S-${'6'.repeat(260)}` }))).toEqual([400, 'invalidValue']);
    expect(await refusal(ask('POST', '/Users', '{'))).toEqual([400, 'invalidSyntax']);
    expect(await refusal(ask('POST', '/Users', '{"__proto__": {"a": 1}}'))).toEqual([400, 'invalidSyntax']);
    expect(await refusal(ask('POST', '/Users', 'a=b', { 'content-type': 'text/plain' }))).toEqual([415, undefined]);
    expect(await refusal(patch(id, { op: 'move', path: 'userName', value: 'x' }))).toEqual([400, 'invalidSyntax']);
    expect(await refusal(ask('PATCH', `/Users/${id}`, { Operations: [] }))).toEqual([400, 'invalidSyntax']);
    expect(await refusal(patch(id, { op: 'replace', path: 'emails[', value: 'x' }))).toEqual([400, 'invalidPath']);
    expect(await refusal(patch(id, { op: 'remove' }))).toEqual([400, 'noTarget']);
    expect(await refusal(patch(body.id, { op: 'replace', path: 'emails[type eq "home"].value', value: 'x@y.example' }))).toEqual([
      400,
      'noTarget',
    ]);
    expect(await refusal(patch(id, { op: 'remove', path: 'userName' }))).toEqual([400, 'mutability']);
    for (const filter of [
      'userName',
      'userName gt "a"',
      'title eq "x"',
      'constructor eq "x"',
      'active eq 3',
      `userName eq "${'x'.repeat(2000)}"`,
    ])
      expect([filter, ...(await refusal(ask('GET', `/Users?filter=${encodeURIComponent(filter)}`)))]).toEqual([
        filter,
        400,
        'invalidFilter',
      ]);
    expect(await refusal(ask('GET', '/Users?count=many'))).toEqual([400, 'invalidValue']);
    expect(await refusal(ask('GET', '/Users/none'))).toEqual([404, undefined]);
    expect(await refusal(ask('GET', '/Nothing'))).toEqual([404, undefined]);
    expect(await RosterEntries.countDocuments()).toBe(2);
  });

  it('answers changes while a file is imported: the client is asked to come back', async () => {
    expect(await acquireLock('roster', 'import', 60_000)).toBe(true);
    const { status, headers, body } = await create({ userName: 'S-10' });
    expect([status, headers.get('retry-after'), body.schemas]).toEqual([503, '2', [errorSchema]]);
    await releaseLock('roster', 'import');
    expect((await create({ userName: 'S-10' })).status).toBe(201);
  });
});

it('many changes at once are all made', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => create({ userName: `many-${at % 6}` })));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(6).fill(201), ...Array(6).fill(409)]);
});

it('platform admins see the address and the time of the last change', async () => {
  const token = await test.tokenFor(await buildUser({ role: 'admin' }));
  const state = async () => (await test.call(getScim, {}, token)).data;
  expect(await state()).toEqual({ Is_On: true, Address: 'http://nadi.example/scim/v2', Last_Change: null });
  await create({ userName: 'S-11' });
  const [entry] = await AuditEntries.find({ call: 'createScimUser' }).lean();
  expect((await state()).Last_Change).toBe(entry?.at.toISOString());
});
