import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { exportData } from '#models/contract/account';
import { getLedger, getRegister } from '#models/contract/privacy';
import { describedCollections } from '#models/db/collections';
import { noteRetention } from '#models/db/retention-ledger';
import { buildNotification, buildUser } from '#models/testing/builders';
import { testSettings } from '#models/testing/settings';
import { silent } from '#workers/log';
import { runTask, taskNames } from '#workers/upkeep/tidy';

const test = setUpTestApp();
const register = async () => (await test.call(getRegister, {})).data.Lines;
const ledger = async () => (await test.call(getLedger, {})).data.Lines;

it('the register has exactly the collections that an export reads or a deletion erases', async () => {
  const lines = await register();
  const treated = describedCollections().filter(([, { exportFilter, exportedPart, erase }]) => exportFilter || exportedPart || erase);
  expect(lines.map(({ Collection }) => Collection)).toEqual(treated.map(([name]) => name));
  const exported = Object.keys((await test.call(exportData, {}, await test.tokenFor(await buildUser()))).data.collections);
  for (const { Collection, Is_Exported, Is_Erased } of lines) {
    const [, { erase, exportedPart } = {}] = describedCollections().find(([name]) => name === Collection) ?? [];
    expect([Collection, Is_Exported]).toEqual([
      Collection,
      exported.includes(exportedPart && !exported.includes(Collection) ? exportedPart.name : Collection),
    ]);
    expect([Collection, Is_Erased]).toEqual([Collection, Boolean(erase)]);
  }
});

it('the register names what an export leaves out, and the days of a retention index', async () => {
  const lines = new Map((await register()).map((line) => [line.Collection, line]));
  expect(lines.get('users')).toMatchObject({ Is_Exported: true, Is_Erased: false, Days: null });
  expect(lines.get('users')?.Omitted).toContain('passwordHash');
  expect(lines.get('notifications')).toMatchObject({ Is_Exported: true, Is_Erased: true, Omitted: [], Days: 180 });
  expect(lines.has('locks')).toBe(false);
});

it.each(['en', 'ar'])('every line of the register and of the ledger has words: %s', async (language) => {
  for (const task of taskNames) await runTask(task, silent, testSettings.mailer);
  const { collections } = JSON.parse(readFileSync(`models/texts/${language}/data-register.json`, 'utf8'));
  const names = [...(await register()), ...(await ledger())].map(({ Collection }) => Collection);
  expect(names.filter((name) => !collections[name]?.title || !collections[name]?.text)).toEqual([]);
});

it('the ledger says what each retention job deleted at its last run, and nothing of collections without personal data', async () => {
  const user = await buildUser();
  for (const days of [181, 182, 10]) await buildNotification({ user, at: new Date(Date.now() - days * 86_400_000) });
  const begun = Date.now();
  await runTask('expired', silent, testSettings.mailer);
  const line = (await ledger()).find(({ Collection }) => Collection === 'notifications');
  expect(line?.Deleted).toBe(2);
  expect(Date.parse(line?.Last_Run ?? '')).toBeGreaterThanOrEqual(begun);
  await runTask('expired', silent, testSettings.mailer);
  expect((await ledger()).find(({ Collection }) => Collection === 'notifications')?.Deleted).toBe(0);
  await noteRetention({ locks: 3 });
  expect((await ledger()).map(({ Collection }) => Collection)).not.toContain('locks');
});
