import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clothOf, sharePicture } from '#models/art/cover';
import type { SocietyDoc } from '#models/db/societies';
import { buildEvent, buildMember, buildPost, buildSociety } from '#models/testing/builders';
import { startTestApp, type TestApp } from '../testing/test-app.js';

const plain =
  '<html><head><meta charset="utf-8" /><meta name="description" content="Every society." /><title>Nadi</title></head><body><div id="root"></div></body></html>';
const webDir = mkdtempSync(path.join(tmpdir(), 'nadi-cards-'));
writeFileSync(path.join(webDir, 'index.html'), plain);

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ webDir, publicUrl: 'https://nadi.example' });
});
afterAll(async () => {
  await test.close();
  rmSync(webDir, { recursive: true });
});

const open = (url: string, init: RequestInit = {}) => fetch(test.url + url, init);
const pageOf = async (url: string, init?: RequestInit): Promise<string> => (await open(url, init)).text();

/** Preview tags of the page. */
async function cardOf(url: string): Promise<Record<string, string>> {
  const page = await pageOf(url);
  const tags = [...page.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]);
  return { ...Object.fromEntries(tags), title: /<title>(.*)<\/title>/.exec(page)?.[1] ?? '' };
}

const drawn = (seed: string, category: string) => `https://nadi.example/${sharePicture(clothOf(seed, category))}`;

describe('the link preview of a society', () => {
  it.each(['public', 'private'] as const)('shows its public header where it is %s', async (visibility) => {
    const society = await buildSociety({ name: `Chess ${visibility}`, description: 'We play.\n\nAll of us.', privacy: { visibility } });
    const { category } = society;
    const shown = {
      title: `Chess ${visibility} · Nadi`,
      description: 'We play. All of us.',
      'og:title': `Chess ${visibility}`,
      'og:description': 'We play. All of us.',
      'og:url': `https://nadi.example/societies/${society._id}`,
      'og:image': drawn(society.name, category),
      'og:image:width': '1200',
      'og:image:height': '630',
      'twitter:card': 'summary_large_image',
    };
    expect(await cardOf(`/societies/${society._id}`)).toMatchObject(shown);
    expect(await cardOf(`/societies/${society._id}/events?q=a`)).toMatchObject(shown);
  });

  it.each([
    ['invite-only', { privacy: { visibility: 'invite-only' as const } }],
    ['removed', { removedAt: new Date() }],
  ])('reveals nothing of one that is %s: the page equals that of an unknown one', async (_name, over) => {
    const society = await buildSociety(over);
    for (const id of [society._id, '0'.repeat(24), 'nothing', `${society._id}x`]) {
      const answer = await open(`/societies/${id}`);
      expect([answer.status, await answer.text()]).toEqual([200, plain]);
    }
  });

  it('is the same for a member, since links are passed on', async () => {
    const society = await buildSociety({ privacy: { visibility: 'invite-only' } });
    const headers = { authorization: `Bearer ${await test.tokenFor(await buildMember(society))}` };
    expect(await pageOf(`/societies/${society._id}`, { headers })).toBe(plain);
  });

  it('shows the society’s picture where it is an upload', async () => {
    const image = '/uploads/0123456789abcdef01234567';
    const society = await buildSociety({ image });
    const card = await cardOf(`/societies/${society._id}`);
    expect(card['og:image']).toBe(`https://nadi.example${image}`);
    expect(card).not.toHaveProperty('og:image:width');
  });

  it.each(['https://pictures.example/a.jpg', '/\\evil.example/x', '/auth/logout'])(
    'shows the drawn picture instead of %s',
    async (image) => {
      const society = await buildSociety({ image });
      const card = await cardOf(`/societies/${society._id}`);
      expect(card['og:image']).toMatch(/^https:\/\/nadi\.example\/share\//);
    },
  );

  it.each([
    ['</title><script>alert(1)</script>', '&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['" onload="x', '&quot; onload=&quot;x'],
    ['a $& b $1', 'a $&amp; b $1'],
    ['turned \u202e around\u0007', 'turned around'],
    ['نادي الروبوتات', 'نادي الروبوتات'],
  ])('escapes %s', async (written, shown) => {
    const society = await buildSociety({ name: written, description: written });
    const card = await cardOf(`/societies/${society._id}`);
    expect([card.title, card['og:title'], card['og:description']]).toEqual([`${shown} · Nadi`, shown, shown]);
    expect(await pageOf(`/societies/${society._id}`)).not.toContain('<script>alert');
  });

  it('has at most two hundred characters, and cuts none in half', async () => {
    const society = await buildSociety({ description: '🎈'.repeat(300) });
    const description = (await cardOf(`/societies/${society._id}`)).description ?? '';
    expect([...description]).toHaveLength(200);
    expect(description.endsWith('🎈…')).toBe(true);
  });
});

describe('the link preview of an event', () => {
  const at = { title: 'Robot night', date: '2031-11-20', time: '17:30', location: 'Hall B', description: 'Bring one.' };
  const inSociety = async (over: Parameters<typeof buildSociety>[0] = {}): Promise<SocietyDoc> => buildSociety(over);

  it('shows time and place', async () => {
    const event = await buildEvent({ ...at, society: await inSociety() });
    expect(await cardOf(`/events/${event._id}`)).toMatchObject({
      title: 'Robot night · Nadi',
      description: 'Thursday, November 20 · 5:30 PM · Hall B. Bring one.',
      'og:url': `https://nadi.example/events/${event._id}`,
      'og:image': drawn('Robot night', event.category),
    });
  });

  it('shows that it is online, and never the link', async () => {
    const event = await buildEvent({ ...at, isOnline: true, onlineLink: 'https://meet.example/secret' });
    expect((await cardOf(`/events/${event._id}`)).description).toBe('Thursday, November 20 · 5:30 PM · Online. Bring one.');
    expect(await pageOf(`/events/${event._id}`)).not.toContain('secret');
  });

  it('shows that it was cancelled', async () => {
    const event = await buildEvent({ ...at, cancelledAt: new Date() });
    expect((await cardOf(`/events/${event._id}`)).title).toBe('Cancelled: Robot night · Nadi');
  });

  it('shows that it has ended', async () => {
    const event = await buildEvent({ title: 'Robot night', startsAt: new Date(Date.now() - 3 * 3_600_000) });
    expect((await cardOf(`/events/${event._id}`)).title).toBe('Ended: Robot night · Nadi');
  });

  it('reveals nothing of an event that a visitor may not see or that was removed', async () => {
    const events = [
      await buildEvent({ society: await inSociety({ privacy: { visibility: 'private' } }) }),
      await buildEvent({ society: await inSociety({ privacy: { visibility: 'invite-only' } }) }),
      await buildEvent({ society: await inSociety({ removedAt: new Date() }) }),
      await buildEvent({ removedAt: new Date() }),
    ];
    for (const event of events) expect(await pageOf(`/events/${event._id}`)).toBe(plain);
  });
});

describe('the link preview of a post', () => {
  it('shows its society and its text', async () => {
    const society = await buildSociety({ name: 'Chess' });
    const post = await buildPost({ society, content: 'Bring a board.' });
    expect(await cardOf(`/posts/${post._id}`)).toMatchObject({
      title: 'Chess · Nadi',
      description: 'Bring a board.',
      'og:url': `https://nadi.example/posts/${post._id}`,
      'og:image': drawn('Chess', society.category),
    });
  });

  it('reveals nothing of a post that a visitor may not see or that was removed', async () => {
    const posts = [
      await buildPost({ society: await buildSociety({ privacy: { visibility: 'private' } }) }),
      await buildPost({ society: await buildSociety({ privacy: { visibility: 'invite-only' } }) }),
      await buildPost({ removedAt: new Date() }),
    ];
    for (const post of posts) expect(await pageOf(`/posts/${post._id}`)).toBe(plain);
  });
});

describe('a page with a link preview', () => {
  it('is sent for any accept header, and to HEAD without a body', async () => {
    const society = await buildSociety();
    const url = `/societies/${society._id}`;
    for (const accept of ['*/*', 'image/*', 'application/json', 'text/html']) {
      const answer = await open(url, { headers: { accept, 'accept-encoding': 'br' } });
      expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-cache',
      ]);
      expect(await answer.text()).toContain(`<title>${society.name} · Nadi</title>`);
    }
    const head = await open(url, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(plain.length);
  });

  it('is still the app', async () => {
    const society = await buildSociety();
    expect(await pageOf(`/societies/${society._id}`)).toContain('<div id="root"></div>');
  });
});
