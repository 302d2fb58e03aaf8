import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Route, WebSocketRoute } from 'playwright/test';
import type { Call } from '#models/contract/define';
import { calls } from '#models/contract/index';
import { getUserInfo, type User } from '#models/contract/users';
import { exampleBody } from './examples.js';
import { type MockedResponse, no, type Scenario, yes } from './scenario.js';

const built = path.resolve(import.meta.dirname, '../../dist/web');
const types: Record<string, string> = {
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
  html: 'text/html',
};

/** Nobody listens there: whatever is asked is answered here. */
const address = 'http://localhost:9';

/** The signed-in user; owns nothing in the examples. */
export const me: User = {
  ID: '665f1c2ab4d5e6f708192a00',
  Name: 'Layla Haddad',
  Email: 'layla@uni.example',
  Role: 'user',
  Image: '',
  Locale: null,
  Verified: true,
};
type MockedScenario = Pick<Scenario, 'who' | 'answers'>;

const callAt = (method: string, pathname: string): Call | undefined =>
  calls.find((call) => call.method === method && call.path === pathname);

function answerTo(call: Call, { who, answers = [] }: MockedScenario): MockedResponse {
  const mocked = answers.findLast((answer) => answer.call === call);
  if (mocked) return mocked;
  if (who === 'visitor' && call.auth === 'required') return no(call, 'unauthorized');
  if (call === getUserInfo) return yes(getUserInfo, { ...me, Role: who === 'admin' ? 'admin' : 'user' });
  return { call, reply: { status: call.status, body: exampleBody(call) } };
}

async function answer(route: Route, scenario: MockedScenario): Promise<void> {
  const request = route.request();
  const { pathname } = new URL(request.url());
  const call = callAt(request.method(), pathname);
  if (!call) return serve(route, pathname);
  const { reply, after = 0 } = answerTo(call, scenario);
  await sleep(after);
  if (reply === null) return route.abort('connectionrefused');
  const isText = call.media !== undefined && reply.status === call.status;
  const body = reply.status === 204 ? '' : isText ? 'text' : JSON.stringify(reply.body);
  return route.fulfill({ status: reply.status, contentType: isText ? call.media : 'application/json', body });
}

/** A file of the built app, a drawn picture for an uploaded one, or the app itself, as the gateway answers. */
function serve(route: Route, pathname: string): Promise<void> {
  const file = path.join(built, pathname);
  const name = pathname.startsWith('/uploads/') ? 'icon.svg' : path.extname(file) !== '' && existsSync(file) ? pathname : 'index.html';
  if (name === 'index.html' && !route.request().isNavigationRequest()) return route.fulfill({ status: 404, body: '' });
  const contentType = types[path.extname(name).slice(1)] ?? 'application/octet-stream';
  return route.fulfill({ status: 200, contentType, body: readFileSync(path.join(built, name)) });
}

/** A live server on which nothing ever happens. */
function live(socket: WebSocketRoute): void {
  socket.send('0{"sid":"faked","upgrades":[],"pingInterval":25000,"pingTimeout":20000,"maxPayload":1000000}');
  socket.onMessage((message) => {
    const text = String(message);
    if (text.startsWith('40')) socket.send('40{"sid":"faked"}');
    const asked = /^42(\d+)/.exec(text)?.[1];
    if (asked !== undefined) socket.send(`43${asked}[{"ok":true,"at":"1-0"}]`);
  });
}

/** A browser of its own in which everything that is asked for comes from the built app and the scenario. */
export async function openFaked(browser: Browser, scenario: MockedScenario): Promise<BrowserContext> {
  const storedItems = [{ name: 'nadi-language', value: 'en' }, ...(scenario.who === 'visitor' ? [] : [{ name: 'token', value: 'faked' }])];
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    storageState: { cookies: [], origins: [{ origin: address, localStorage: storedItems }] },
  });
  await context.route('**/*', (route) => answer(route, scenario));
  await context.routeWebSocket(/\/socket.io\//, live);
  return context;
}
