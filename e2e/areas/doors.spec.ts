import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Page } from 'playwright/test';
import encode from 'qr';
import { checkIn } from '#models/contract/check-in';
import { demoAccounts } from '#models/testing/demo';
import { anEventToCome, doorOf, result, ticketOf } from '../support/doors.js';
import { live } from '../support/posts.js';
import { expect, signIn, test } from '../support/test.js';

const { member } = demoAccounts;

test('a ticket is read at the door, and everybody concerned sees it at once', async ({ app, signedIn }) => {
  const event = await anEventToCome(app.address, 'Open soldering night');
  const [guest, keeper] = [await signedIn('member'), await signedIn('societyAdmin')];
  await guest.goto(`/events/${event}`);
  await guest.getByRole('button', { name: 'Attend', exact: true }).click();
  const ticket = guest.getByRole('dialog', { name: "You're going" });
  await expect(ticket.getByRole('img', { name: 'Your ticket' })).toBeVisible();
  const code = await ticket.locator('code').innerText();
  await ticket.getByRole('button', { name: 'Done' }).click();
  await doorOf(keeper, event);
  await keeper.getByRole('textbox', { name: 'Ticket code' }).fill(code);
  await keeper.keyboard.press('Enter');
  await expect(result(keeper)).toContainText(member.name);
  await expect(result(keeper)).toContainText('Checked in');
  await expect(guest.getByText(/^Checked in at /)).toBeVisible(live);
  await expect(keeper.getByRole('region', { name: 'Inside' })).toContainText('1');
  await keeper.getByRole('textbox', { name: 'Ticket code' }).fill(code);
  await keeper.keyboard.press('Enter');
  await expect(result(keeper)).toContainText('Already checked in at');
});

test('what is no ticket of this event is refused', async ({ app, signedIn }) => {
  const event = await anEventToCome(app.address, 'Members only lecture');
  const keeper = await signedIn('societyAdmin');
  await doorOf(keeper, event);
  await keeper.getByRole('textbox', { name: 'Ticket code' }).fill(`${'0'.repeat(24)}.${'A'.repeat(22)}`);
  await keeper.keyboard.press('Enter');
  await expect(result(keeper)).toContainText('This ticket is not valid for this event.');
  await keeper.getByRole('button', { name: /^Dismiss/ }).click();
  await expect(keeper.getByText('People you check in appear here.')).toBeVisible();
});

test('the list shows who comes, lets them in and takes it back, and follows the other doors', async ({ app, signedIn }) => {
  const event = await anEventToCome(app.address, 'Robot football');
  await ticketOf(app.address, event);
  const [list, door] = [await signedIn('societyAdmin'), await signedIn('societyAdmin')];
  await list.goto(`/events/${event}/attendees`);
  await expect(list.getByRole('heading', { level: 1 })).toHaveText('Attendee list');
  await doorOf(door, event);
  await door.getByRole('searchbox', { name: 'Search by name' }).fill(member.name.slice(0, 4));
  await door.getByRole('button', { name: `Check in ${member.name}` }).click();
  const undo = list.getByRole('button', { name: `Undo the check-in of ${member.name}` });
  await expect(undo).toBeVisible(live);
  await undo.click();
  await expect(list.getByRole('button', { name: `Check in ${member.name}` })).toBeVisible();
  await list.route(`**${checkIn.path}`, (route) => route.abort());
  await list.getByRole('button', { name: `Check in ${member.name}` }).click();
  await expect(list.getByText('Nadi cannot be reached. Please check your connection.')).toBeVisible();
  await expect(list.getByRole('button', { name: `Check in ${member.name}` })).toBeVisible();
});

test('the check-in page tells a member without the right that it is for organisers', async ({ app, signedIn }) => {
  const event = await anEventToCome(app.address, 'Quiet reading');
  const page = await signedIn('member');
  for (const part of ['attendees', 'check-in']) {
    await page.goto(`/events/${event}/${part}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Only organizers see the attendee list');
  }
});

/** Picture of a camera that sees a ticket: one still frame, as raw video. */
function film(code: string, file: string): void {
  const [width, height, scale] = [640, 480, 6];
  const rows = encode(code, 'raw', { ecc: 'medium', border: 4, scale });
  const [left, top] = [Math.floor((width - rows.length) / 2), Math.floor((height - rows.length) / 2)];
  const light = Buffer.alloc(width * height, 235);
  rows.forEach((row, y) => {
    row.forEach((isDark, x) => {
      if (isDark) light[(top + y) * width + left + x] = 16;
    });
  });
  const colour = Buffer.alloc((width * height) / 2, 128);
  writeFileSync(file, Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\nFRAME\n`), light, colour]));
}

async function atCamera(address: string, video: string, look: (page: Page) => Promise<void>): Promise<void> {
  const args = ['--no-sandbox', '--disable-gpu', '--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'];
  const browser = await chromium.launch({
    executablePath: process.env.NADI_CHROMIUM ?? '/usr/bin/chromium',
    args: [...args, `--use-file-for-fake-video-capture=${video}`],
  });
  try {
    const context = await browser.newContext({ baseURL: address, permissions: ['camera'], serviceWorkers: 'block' });
    const page = await context.newPage();
    await signIn(page, 'societyAdmin');
    await look(page);
  } finally {
    await browser.close();
  }
}

test('the camera reads a ticket that is held before it', async ({ app }) => {
  const event = await anEventToCome(app.address, 'Camera club');
  const folder = mkdtempSync(path.join(tmpdir(), 'nadi-film-'));
  const video = path.join(folder, 'ticket.y4m');
  film(await ticketOf(app.address, event), video);
  try {
    await atCamera(app.address, video, async (page) => {
      await doorOf(page, event);
      await page.getByRole('button', { name: 'Scan with the camera' }).click();
      await expect(result(page)).toContainText(member.name, { timeout: 20_000 });
      await expect(result(page)).toContainText('Checked in');
      await page.getByRole('button', { name: 'Stop the camera' }).click();
      await expect(page.getByLabel('Camera view')).toHaveCount(0);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
