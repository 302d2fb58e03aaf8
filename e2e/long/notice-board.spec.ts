import { expect, test } from '../support/test.js';

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
