import { AxeBuilder } from '@axe-core/playwright';
import { login } from '#models/contract/auth';
import { createEvent } from '#models/contract/event-changes';
import { demoAccounts, demoPassword, demoSocieties } from '#models/testing/demo';
import { expect, test } from '../support/test.js';

/** Today, where the university is. */
const today = (): string => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Amman' }).format(new Date());

async function ask(address: string, path: string, body: object, token?: string) {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const answer = await fetch(`${address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.ok, `${path}: ${answer.status}`).toBe(true);
  return (await answer.json()).data;
}

test('a notice board in a hall shows without a reload what an admin has just planned, in both languages', async ({ app, visitor }) => {
  const board = await visitor();
  await board.goto(`${app.address}/notice-board.html`);
  await expect(board.getByRole('heading', { level: 1, name: 'What’s on' })).toBeVisible();
  await expect(board.getByRole('listitem').first()).toBeVisible();
  await expect(board.locator('#time')).toHaveText(/^\d\d:\d\d$/);

  const { email } = demoAccounts.societyAdmin;
  const token = await ask(app.address, login.path, { email, password: demoPassword });
  const title = `Kites at noon ${Date.now()}`;
  const plan = { society_id: demoSocieties.asked.id, description: 'Paper, string and a good wind over campus.', category: 'Social' };
  const seated = { ...plan, title, date: today(), time: '23:59', location: 'The hill', max_attendees: 30 };
  await ask(app.address, createEvent.path, seated, token);
  await expect(board.getByRole('heading', { level: 2, name: title })).toBeVisible({ timeout: 1000 });
  await expect(board.getByRole('listitem').filter({ hasText: title })).toContainText('30 seats left');

  expect((await new AxeBuilder({ page: board }).analyze()).violations).toEqual([]);
  await board.goto(`${app.address}/notice-board.html?lang=ar`);
  await expect(board.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(board.getByRole('listitem').filter({ hasText: title })).toContainText('بقي 30 مقعدًا');
  expect((await new AxeBuilder({ page: board }).analyze()).violations).toEqual([]);
});

test('a notice board without a connection says so, and resumes by itself', async ({ app, visitor }) => {
  const board = await visitor();
  let isSilent = false;
  await board.routeWebSocket(/\/live$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((frame) => {
      if (!isSilent) socket.send(frame);
    });
  });
  await board.goto(`${app.address}/notice-board.html`);
  await expect(board.getByRole('listitem').first()).toBeVisible();
  const count = await board.getByRole('listitem').count();
  isSilent = true;
  await expect(board.getByRole('status')).toContainText('Offline', { timeout: 30_000 });
  expect(await board.getByRole('listitem').count()).toBe(count);
  isSilent = false;
  await expect(board.getByRole('status')).toBeEmpty({ timeout: 30_000 });
});
