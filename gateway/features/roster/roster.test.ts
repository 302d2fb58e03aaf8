import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { drain } from '#models/bus/publish';
import { login, sessionEnded } from '#models/contract/auth';
import { fieldTexts } from '#models/contract/errors';
import { applyRoster, planRoster } from '#models/contract/roster';
import { register } from '#models/contract/sign-up';
import { getAllUsers, getUserInfo, suspendUser } from '#models/contract/users';
import { Activities } from '#models/db/activities';
import { Attendances } from '#models/db/attendances';
import { AuditEntries } from '#models/db/audit-entries';
import { JoinRequests } from '#models/db/join-requests';
import { acquireLock, releaseLock } from '#models/db/locks';
import { RosterEntries } from '#models/db/roster-entries';
import { Sessions } from '#models/db/sessions';
import { type UserDoc, Users } from '#models/db/users';
import { buildAttendance, buildEvent, buildJoinRequest, buildMember, buildSociety, buildUser } from '#models/testing/builders';
import { dispatch } from '#workers/activity/dispatch';
import { releasePlaces } from '#workers/activity/on-left';

const test = setUpTestApp();
let token: string;
let staff: UserDoc;
beforeAll(async () => {
  staff = await buildUser({ role: 'admin', name: 'Staff' });
  token = await test.tokenFor(staff);
});
beforeEach(async () => {
  await RosterEntries.deleteMany({});
  await AuditEntries.deleteMany({});
});

const header = 'id,name,email,affiliation,faculty,year,status';
const fileOf = (...lines: string[]): File => new File([lines.join('\n')], 'people.csv', { type: 'text/csv' });
const people = (...lines: string[]): File => fileOf(header, ...lines);
const plan = async (roster: File, confirm_missing?: 'true') =>
  (await test.call(planRoster, { roster, confirm_missing: confirm_missing ?? 'false' }, token)).data;
/** Applies the plan of a file. */
async function apply(roster: File, confirm_missing: 'true' | 'false' = 'false') {
  const { Plan } = (await test.call(planRoster, { roster, confirm_missing }, token)).data;
  return test.call(applyRoster, { roster, confirm_missing, plan: Plan }, token);
}
const entryOf = (key: string) => RosterEntries.findOne({ key }).lean();
const accountOf = (user: UserDoc) => Users.findById(user._id).lean();
/** Runs what follows from every record that is due, as the workers do. */
async function dispatchAll(): Promise<void> {
  await drain();
  for (const { _id } of await Activities.find({ due: { $lte: new Date() } }).lean())
    await dispatch({ kind: 'activity', id: String(_id), version: 1 });
}

describe('an import', () => {
  it('shows first what it would change, and changes nothing then', async () => {
    const found = await plan(people('S-1,Lina,lina@uni.example,student,Science,2,', 'S-2,Omar,,,,,'));
    expect(found.Counts).toEqual({ New: 2, Changed: 0, Back: 0, Gone: 0, Same: 0, Missing: 0 });
    expect(found.Changes.map(({ Kind, Line, Number: number, Name }) => [Kind, Line, number, Name])).toEqual([
      ['new', 2, 'S-1', 'Lina'],
      ['new', 3, 'S-2', 'Omar'],
    ]);
    expect(await RosterEntries.countDocuments()).toBe(0);
  });

  it('links a verified account, which follows it; the same file twice changes nothing', async () => {
    const user = await buildUser({ name: 'Own Name', password: 'a-long-password' });
    const before = await accountOf(user);
    const roster = people(`S-3,Other Name,${user.email.toUpperCase()},student,Science,2,active`);
    expect((await apply(roster)).data).toMatchObject({ New: 1 });
    expect(await entryOf('s-3')).toMatchObject({ number: 'S-3', account: user._id, leftAt: null });
    const { affiliation, faculty, year, name, passwordHash } = (await accountOf(user))!;
    expect({ affiliation, faculty, year, name }).toEqual({ affiliation: 'student', faculty: 'Science', year: 2, name: 'Own Name' });
    expect(passwordHash).toBe(before?.passwordHash);
    expect((await apply(roster)).data).toEqual({ New: 0, Changed: 0, Back: 0, Gone: 0, Same: 1, Missing: 0 });
  });

  it('links no account without a verified address, and changes none', async () => {
    const user = await buildUser({ verifiedAt: null, studentId: 'S-4' });
    const before = await accountOf(user);
    await apply(people(`S-4,Name,${user.email},student,Science,2,`));
    expect((await entryOf('s-4'))?.account).toBeNull();
    expect(await accountOf(user)).toEqual(before);
    await Users.updateOne({ _id: user._id }, { $set: { verifiedAt: new Date() } });
    const later = await plan(people(`S-4,Name,${user.email},student,Science,2,`));
    expect(later.Changes[0]).toMatchObject({ Kind: 'changed', Account_ID: String(user._id) });
    expect(later.Changes[0]?.Fields.map(({ Field }) => Field)).toEqual(['affiliation', 'faculty', 'year', 'account']);
  });

  it('links an account that signs up later with the address, at once', async () => {
    await apply(people('S-44,Sami,Sami@uni.example,staff,Science,,'));
    const input = { name: 'Sami', email: 'sami@uni.example', password: 'a-long-password', student_id: 'other', photo: 'drawn' };
    expect((await test.call(register, input)).status).toBe(201);
    const user = await Users.findOne({ emailFolded: 'sami@uni.example' }).lean();
    expect(user).toMatchObject({ affiliation: 'staff', faculty: 'Science' });
    expect((await entryOf('s-44'))?.account).toEqual(user?._id);
    expect((await plan(people('S-44,Sami,Sami@uni.example,staff,Science,,'))).Counts).toMatchObject({ Same: 1, Changed: 0 });
  });

  it('names each changed field', async () => {
    await apply(people('S-5,Lina,,student,Science,2,'));
    const { Changes } = await plan(people('s-5,لينا حداد,,student,العلوم,3,'));
    expect(Changes[0]?.Fields).toEqual([
      { Field: 'id', Before: 'S-5', After: 's-5' },
      { Field: 'name', Before: 'Lina', After: 'لينا حداد' },
      { Field: 'faculty', Before: 'Science', After: 'العلوم' },
      { Field: 'year', Before: '2', After: '3' },
    ]);
  });

  it('leaves columns that the file lacks as they are', async () => {
    await apply(people('S-6,Lina,,student,Science,2,'));
    await apply(fileOf('ID,Year', 'S-6,3'));
    expect(await entryOf('s-6')).toMatchObject({ name: 'Lina', faculty: 'Science', year: 3 });
  });

  it('applies only the plan that was shown', async () => {
    const roster = people('S-7,Lina,,,,,');
    const { Plan } = await plan(roster);
    await apply(people('S-7,Omar,,,,,'));
    const late = await test.call(applyRoster, { roster, plan: Plan }, token);
    expect([late.status, late.error.code]).toEqual([409, 'roster_changed']);
    expect((await entryOf('s-7'))?.name).toBe('Omar');
  });

  it('is refused beside another one', async () => {
    await acquireLock('roster', 'another', 60_000);
    expect((await apply(people('S-8,,,,,,'))).error.code).toBe('in_progress');
    await releaseLock('roster', 'another');
  });

  it('leaves one entry in the audit trail, with its numbers', async () => {
    await apply(people('S-9,,,,,,', 'S-10,,,,,,'));
    const entries = await AuditEntries.find().lean();
    expect(entries.map(({ call, actor, details }) => [call, String(actor), details])).toEqual([
      [
        'applyRoster',
        String(staff._id),
        { new: '2', changed: '0', back: '0', gone: '0', same: '0', missing: '0', confirm_missing: 'false' },
      ],
    ]);
    await apply(people('S-9,,,,,,', 'S-10,,,,,,'));
    expect(await AuditEntries.countDocuments({ call: 'applyRoster' })).toBe(2);
  });
});

describe('people who are missing from a file', () => {
  const lines = Array.from({ length: 100 }, (_, i) => `M-${i},Person ${i},,,,,`);

  it('stay as they are while they are at most two in a hundred', async () => {
    await apply(people(...lines));
    const { status, data } = await apply(people(...lines.slice(2)));
    expect([status, data]).toEqual([200, { New: 0, Changed: 0, Back: 0, Gone: 0, Same: 98, Missing: 2 }]);
    expect(await RosterEntries.countDocuments({ leftAt: null })).toBe(100);
  });

  it('are refused if they are more, and marked as left once that is confirmed', async () => {
    await apply(people(...lines));
    const most = people(...lines.slice(30));
    expect(await plan(most)).toMatchObject({ Needs_Confirmation: true, Counts: { Gone: 0, Missing: 30 } });
    const refused = await apply(most);
    expect([refused.status, refused.error.code]).toEqual([409, 'roster_missing']);
    expect(await RosterEntries.countDocuments({ leftAt: null })).toBe(100);
    expect((await plan(most, 'true')).Changes[0]).toMatchObject({ Kind: 'gone', Line: null, Number: 'M-0' });
    expect((await apply(most, 'true')).data).toMatchObject({ Gone: 30, Same: 70, Missing: 30 });
    expect(await RosterEntries.countDocuments({ leftAt: null })).toBe(70);
    expect((await apply(most, 'true')).data).toEqual({ New: 0, Changed: 0, Back: 0, Gone: 0, Same: 70, Missing: 0 });
  });
});

describe('a person who leaves', () => {
  const line = (user: UserDoc, status: string, number = `L-${user._id}`) => people(`${number},Name,${user.email},student,,,${status}`);

  it('is logged out within a second, cannot log in, and loses seats and requests; coming back undoes the suspension', async () => {
    const user = await buildUser({ password: 'a-long-password' });
    const event = await buildEvent({ seats: 1, seatsLeft: 1 });
    const over = await buildEvent({ startsAt: new Date(Date.now() - 10 * 86_400_000) });
    await buildAttendance({ event, user });
    await buildAttendance({ event: over, user });
    const waiting = await buildAttendance({ event, state: 'waiting' });
    const request = await buildJoinRequest({ user });
    await apply(line(user, 'active'));
    const theirs = await test.tokenFor(user);
    const socket = await openSocket(test.url, { token: theirs });
    const roster = line(user, 'left');
    const { Plan, Changes } = await plan(roster);
    expect(Changes[0]).toMatchObject({ Kind: 'gone', Account_ID: String(user._id) });
    expect((await test.call(applyRoster, { roster, plan: Plan }, token)).data).toMatchObject({ Gone: 1 });
    const applied = Date.now();
    expect((await socket.next(sessionEnded)).payload).toMatchObject({ reason: 'suspended' });
    await socket.closed();
    expect(Date.now() - applied).toBeLessThan(1000);
    expect((await test.call(getUserInfo, {}, theirs)).status).toBe(401);
    const credentials = { email: user.email, password: 'a-long-password' };
    expect((await test.call(login, credentials)).error.code).toBe('suspended');
    expect(await Sessions.countDocuments({ user: user._id })).toBe(0);
    await dispatchAll();
    expect((await Attendances.findById(waiting._id).lean())?.state).toBe('going');
    expect((await Attendances.findOne({ event: event._id, user: user._id }).lean())?.state).toBe('none');
    expect((await Attendances.findOne({ event: over._id, user: user._id }).lean())?.state).toBe('going');
    expect((await JoinRequests.findById(request._id).lean())?.status).toBe('withdrawn');
    const listed = (await test.call(getAllUsers, { q: user.email }, token)).data;
    expect(listed[0]).toMatchObject({ Has_Left: true, Suspended_For: '' });
    expect((await apply(line(user, 'active'))).data).toMatchObject({ Back: 1 });
    expect((await test.call(login, credentials)).status).toBe(200);
    const calls = (
      await AuditEntries.find({ subject: String(user._id) })
        .sort({ _id: 1 })
        .lean()
    ).map(({ call }) => call);
    expect(calls).toEqual(expect.arrayContaining(['suspendByRoster', 'reinstateByRoster']));
  });

  it('stays suspended for another reason when they come back', async () => {
    const user = await buildUser();
    await apply(line(user, ''));
    await test.call(suspendUser, { user_id: String(user._id), suspended: true, reason: 'Spam' }, token);
    await apply(line(user, 'left'));
    await apply(line(user, 'active'));
    expect(await accountOf(user)).toMatchObject({ suspendedFor: 'Spam', suspendedAt: expect.any(Date) });
  });

  it('whose suspension was lifted by hand is not suspended again by the same file', async () => {
    const user = await buildUser();
    await apply(line(user, 'left'));
    expect((await accountOf(user))?.suspendedBy).toBe('roster');
    await test.call(suspendUser, { user_id: String(user._id), suspended: false }, token);
    expect((await apply(line(user, 'left'))).data).toMatchObject({ Gone: 0, Same: 1 });
    expect(await accountOf(user)).toMatchObject({ suspendedAt: null });
  });

  it('and is back before the workers came keeps the seats', async () => {
    const user = await buildUser();
    const event = await buildEvent();
    await buildAttendance({ event, user });
    await apply(line(user, 'left'));
    await apply(line(user, 'active'));
    await releasePlaces(user._id);
    expect((await Attendances.findOne({ event: event._id, user: user._id }).lean())?.state).toBe('going');
  });

  it('with one number and is active with another keeps the account', async () => {
    const user = await buildUser();
    await apply(line(user, 'active', 'OLD-1'));
    const { data } = await apply(people(`OLD-1,Name,,student,,,left`, `NEW-1,Name,${user.email},staff,,,`));
    expect(data).toMatchObject({ New: 1, Gone: 1 });
    expect(await accountOf(user)).toMatchObject({ suspendedAt: null, affiliation: 'staff' });
    expect([(await entryOf('old-1'))?.account, (await entryOf('new-1'))?.account]).toEqual([null, user._id]);
  });

  it('is named in a warning as the only admin of a society, and as a platform admin, whose account stays open', async () => {
    const admin = await buildUser();
    const society = await buildSociety({ admin });
    const shared = await buildSociety({ admin });
    await buildMember(shared, 'admin');
    const platform = await buildUser({ role: 'admin' });
    const roster = people(`W-1,Hala,${admin.email},,,,left`, `W-2,Dana,${platform.email},,,,left`);
    expect((await plan(roster)).Warnings).toEqual([
      { Kind: 'platform_admin', Number: 'W-2', Name: 'Dana', Society_ID: null, Society_Name: '' },
      { Kind: 'only_admin', Number: 'W-1', Name: 'Hala', Society_ID: String(society._id), Society_Name: society.name },
    ]);
    await apply(roster);
    expect((await accountOf(platform))?.suspendedAt).toBeNull();
    expect((await accountOf(admin))?.suspendedAt).not.toBeNull();
  });
});

describe('a file', () => {
  it('may have a byte order mark, semicolons, names in capitals, quotes, empty lines and Arabic digits', async () => {
    const roster = new File(['\ufeffID;NAME;Year;Notes\r\n"S-11";"حداد; لينا";٣;x\r\n\r\n;;;\r\nS-12;;;\r\n'], 'people.csv');
    const found = await plan(roster);
    expect([found.Counts.New, found.Ignored_Columns, found.Wrong]).toEqual([2, ['Notes'], 0]);
    await apply(roster);
    expect(await entryOf('s-11')).toMatchObject({ name: 'حداد; لينا', year: 3 });
  });

  it('with wrong lines is shown with their numbers and reasons, and not imported', async () => {
    const roster = people(
      'S-13,Fine,,,,,',
      ',No number,,,,,',
      's-13,Again,,,,,',
      'S-14,,not an address,,,,',
      'S-15,,a@uni.example,,,,',
      'S-16,,A@uni.example,,,,',
      'S-17,,,guest,,,',
      'S-18,,,,,next,',
      'S-19,,,,,,away',
      `S-20,${'x'.repeat(81)},,,,,`,
      'S-21,a\u202eb,,,,,',
      'S-22,"never ends,,,,,',
    );
    const { Wrong, Wrong_Lines, Plan } = await plan(roster);
    expect(Wrong_Lines.map(({ Line, Column, Fault }) => [Line, Column, Fault])).toEqual([
      [3, 'id', 'required'],
      [4, 'id', 'repeated'],
      [5, 'email', 'bad_email'],
      [7, 'email', 'repeated'],
      [8, 'affiliation', 'unknown_choice'],
      [9, 'year', 'bad_number'],
      [10, 'status', 'unknown_choice'],
      [11, 'name', 'too_long'],
      [12, 'name', 'bad_characters'],
      [13, null, 'malformed'],
    ]);
    expect(Wrong).toBe(10);
    const refused = await test.call(applyRoster, { roster, plan: Plan }, token);
    expect([refused.status, refused.error.fields]).toEqual([400, { roster: fieldTexts.roster_wrong }]);
    expect(await RosterEntries.countDocuments()).toBe(0);
  });

  it.each([
    ['without the column id', fileOf('name,email', 'Lina,'), fieldTexts.roster_columns],
    ['with a column twice', fileOf('id,name,NAME', 'S-1,a,b'), fieldTexts.roster_columns],
    ['that is empty', fileOf(''), fieldTexts.roster_columns],
    ['that is not UTF-8', new File([Buffer.from('id,name\nS-1,Andr\xe9', 'latin1')], 'a.csv'), fieldTexts.roster_encoding],
    ['with more than 100,000 lines', fileOf('id', ...Array.from({ length: 100_001 }, (_, i) => `${i}`)), fieldTexts.roster_lines],
  ])('%s is refused', async (_name, roster, text) => {
    const { status, error } = await test.call(planRoster, { roster }, token);
    expect([status, error.fields]).toEqual([400, { roster: text }]);
  });

  it('of more than 20 MB is refused, and one of many megabytes is read', async () => {
    const large = (bytes: number) => new File(['id\n', 'S-1'.padEnd(bytes - 3, '\n')], 'a.csv');
    const { status, error } = await test.call(planRoster, { roster: large(20 * 1024 * 1024 + 1) }, token);
    expect([status, error.code]).toEqual([413, 'too_large']);
    expect((await plan(large(4 * 1024 * 1024))).Counts.New).toBe(1);
  });
});
