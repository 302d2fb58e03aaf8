import type { APIRequestContext } from 'playwright/test';
import { createSociety } from '#models/contract/society-creation';
import { dataOf } from '../support/calls.js';
import { expect, test } from '../support/cast.js';

/** Metadata of a page for link previews. */
async function cardOf(request: APIRequestContext, address: string): Promise<Record<string, string>> {
  const answer = await request.get(address, { headers: { accept: '*/*' } });
  expect(answer.status()).toBe(200);
  const lines = (await answer.text()).matchAll(/<meta property="(og:[a-z:]+)" content="([^"]*)"/g);
  return Object.fromEntries([...lines].map(([, name, value]) => [name, value]));
}

test('a link to a society shows its name and a picture of it; one to what is not for all shows nothing', async ({ cast, app, request }) => {
  for (const { id, name } of [cast.open, cast.closed]) {
    const card = await cardOf(request, `${app.address}/societies/${id}`);
    expect(card['og:title']).toContain(name);
    const picture = await request.get(`${app.address}${new URL(card['og:image'] ?? '').pathname}`);
    expect(picture.status()).toBe(200);
    expect(picture.headers()['content-type']).toMatch(/^image\//);
    const poster = await cardOf(request, `${app.address}/societies/${id}/poster`);
    expect(poster['og:image']).toBe(card['og:image']);
  }
  const fields = { description: 'What nobody knows of but who was asked.', category: 'Social', joinApproval: true } as const;
  const name = `Unseen ${Date.now().toString(36)}`;
  const id = await dataOf(cast.as('admin')(createSociety, { ...fields, name, visibility: 'invite-only' }));
  expect(await cardOf(request, `${app.address}/societies/${id}`)).toEqual(
    await cardOf(request, `${app.address}/societies/${'0'.repeat(24)}`),
  );
});
