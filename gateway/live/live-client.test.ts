import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { setUpTestApp } from '#gateway/testing/test-app';
import { appendMessages, liveMessage } from '#models/bus/live-stream';
import type { Message } from '#models/contract/define';
import { messages } from '#models/contract/index';
import { socketLimits } from '#models/contract/limits';
import { controls, plainPath } from '#models/contract/live';
import { postLikes } from '#models/contract/posts';
import { parseRoom, roomOf } from '#models/contract/rooms';
import { buildPost, buildUser } from '#models/testing/builders';

const file = (name: string) => readFileSync(path.join(import.meta.dirname, '../..', name), 'utf8');
const page = file('docs/live-client.md');
const lines = /```js\n([\s\S]*?)```/.exec(page)![1]!;

type OnMessage = (message: string, payload: Record<string, unknown>) => void;
type Listen = (url: string, hello: { token?: string; join: string[]; since?: string }, onMessage: OnMessage) => void;

/** Imports the lines of the document as a module, with sockets that the test can close. */
async function takeLines(): Promise<{ listen: Listen; sockets: WebSocket[] }> {
  const sockets: WebSocket[] = [];
  class TrackedWebSocket extends WebSocket {
    constructor(url: string) {
      super(url);
      sockets.push(this);
    }
  }
  Object.assign(globalThis, { TrackedWebSocket });
  const source = lines.replace('new WebSocket(', 'new globalThis.TrackedWebSocket(');
  const { listen } = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as { listen: Listen };
  return { listen, sockets };
}

const app = setUpTestApp();

describe('docs/live-client.md', () => {
  test('shows the lines that Nadi serves as /live-client.js', () => {
    expect(lines).toBe(file('web/public/live-client.js'));
    expect(lines.trim().split('\n').length).toBeLessThan(15);
  });

  test('has lines that receive messages, and after a break each missed one', async () => {
    const post = await buildPost();
    const room = roomOf('post', String(post._id));
    const likes = (Likes: number) =>
      appendMessages([liveMessage(postLikes, [room], { post_id: String(post._id), Likes, CommentsCount: 0, rev: Likes })]);
    const { listen, sockets } = await takeLines();
    const received: [string, Record<string, unknown>][] = [];
    const hello = { token: await app.tokenFor(await buildUser()), join: [room] };
    listen(`${app.url.replace('http', 'ws')}${plainPath}`, hello, (message, payload) => received.push([message, payload]));
    const counts = () => received.filter(([message]) => message === postLikes.name).map(([, { Likes }]) => Likes);
    const joins = () => received.filter(([message]) => message === controls.joined).length;
    await expect.poll(joins).toBe(1);
    await likes(1);
    await expect.poll(counts).toEqual([1]);
    for (const client of app.app.websocketServer.clients) client.terminate();
    await likes(2);
    await expect.poll(counts, { timeout: 20_000 }).toContain(2);
    expect([joins(), sockets.length]).toEqual([2, 2]);
    expect(received.filter(([, payload]) => payload.ok === false || payload.resync)).toEqual([]);
    for (const socket of sockets) {
      socket.onclose = null;
      socket.close();
    }
  });

  test('names only existing messages, each with its room, and the actual limits', () => {
    const rows = [...page.matchAll(/^\| `([^`]+)` \|[^|]+\|([^|]+)\|$/gm)].filter(([, room]) =>
      parseRoom(room!.replace('{id}', 'a'.repeat(24))),
    );
    expect(rows.length).toBeGreaterThan(6);
    for (const [, room, text] of rows) {
      const kind = parseRoom(room!.replace('{id}', 'a'.repeat(24)))!.kind;
      for (const [, name] of text!.matchAll(/`([^`]+)`/g)) {
        const message: Message | undefined = messages.find((each) => each.name === name);
        expect([name, message?.rooms]).toEqual([name, expect.arrayContaining([kind])]);
      }
    }
    const { rooms, perUser: aUser, visitorsPerAddress: visitorsAnAddress } = socketLimits;
    for (const words of [`${rooms} rooms`, `${aUser} connections per person`, `${visitorsAnAddress.toLocaleString('en')} without a token`])
      expect(page).toContain(words);
  });
});
