import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { getSocietyInfo } from '#models/contract/societies';
import { createSociety } from '#models/contract/society-creation';
import { restoreSociety } from '#models/contract/society-removal';
import { updateInfo } from '#models/contract/society-settings';
import { migrate } from '#models/db/migrate';
import { nameKey } from '#models/db/name-key';
import { Societies } from '#models/db/societies';
import * as build from '#models/testing/builders';

const test = setUpTestApp();

const societyInput = (name: string) => ({ name, description: 'Paper, string and a good wind over campus.', category: 'Social' as const });
const someToken = async () => test.tokenFor(await build.buildUser());

describe('a name that looks like that of another society', () => {
  it.each([
    ['a zero-width space', 'Zeta\u200b circle', 400],
    ['a direction mark', 'Zeta\u202d circle', 400],
    ['an empty Braille cell', 'Zeta\u2800 circle', 409],
    ['a Cyrillic letter', 'Z\u0435ta circle', 409],
    ['a small L for an i', 'Zeta clrcle', 409],
  ])('is refused where it differs by %s only', async (_what, copy, expected) => {
    if (!(await Societies.exists({ name: 'Zeta circle' }))) await build.buildSociety({ name: 'Zeta circle' });
    const token = await someToken();
    const made = await test.call(createSociety, societyInput(copy), token);
    expect(made.status).toBe(expected);
    if (expected === 409) expect(made.error.code).toBe('name_taken');
    const { data: own } = await test.call(createSociety, societyInput(`Own circle ${expected} ${Math.random()}`), token);
    expect((await test.call(updateInfo, { society_id: own, name: copy }, token)).status).toBe(expected);
    expect((await test.call(getSocietyInfo, { society_id: own }, token)).data.Name).toMatch(/^Own circle/);
  });

  it('is given to exactly one of two parallel calls', async () => {
    const tokens = await Promise.all([someToken(), someToken()]);
    const answers = await Promise.all(
      ['Iota group', 'Lota group'].map((name, at) => test.call(createSociety, societyInput(name), tokens[at])),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('is free once the other society is removed, which then cannot return by it', async () => {
    const gone = await build.buildSociety({ name: 'Theta hall', removedAt: new Date() });
    expect((await test.call(createSociety, societyInput('Theta hall'), await someToken())).status).toBe(201);
    const platform = await test.tokenFor(await build.buildUser({ role: 'admin' }));
    const back = { society_id: String(gone._id) };
    expect((await test.call(restoreSociety, back, platform)).error.code).toBe('name_taken');
    expect((await test.call(restoreSociety, { ...back, name: 'Theta ha\u217c\u217c' }, platform)).error.code).toBe('name_taken');
    expect((await test.call(restoreSociety, { ...back, name: 'Theta room' }, platform)).status).toBe(200);
  });
});

describe('societies of an older release', () => {
  it('may have names that look alike, and a third such name is refused', async () => {
    const old = await Promise.all([build.buildSociety(), build.buildSociety(), build.buildSociety()]);
    const names = ['Eta league', 'Et\u0430 league', 'Eta\u200b league'];
    for (const [at, { _id }] of old.entries()) await Societies.updateOne({ _id }, { $set: { name: names[at] }, $unset: { nameKey: 1 } });
    await Promise.all([migrate({ timeZone: 'Asia/Amman' }), migrate({ timeZone: 'Asia/Amman' })]);
    await migrate({ timeZone: 'Asia/Amman' });
    const stored = await Societies.find({ _id: { $in: old.map(({ _id }) => _id) } })
      .sort({ _id: 1 })
      .lean();
    expect(stored.map(({ name }) => name).sort()).toEqual([...names].sort());
    expect(new Set(stored.map((each) => each.nameKey))).toHaveLength(3);
    expect(stored.map((each) => each.nameKey)).toContain(nameKey('Eta league'));
    expect((await test.call(createSociety, societyInput('Eta Ieague'), await someToken())).error.code).toBe('name_taken');
  });
});
