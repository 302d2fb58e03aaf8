import type { Browser, BrowserContext, Page } from 'playwright/test';
import { login } from '#models/contract/auth';
import { createEvent } from '#models/contract/event-changes';
import { invite } from '#models/contract/invitations';
import { approveRequest, askToJoin } from '#models/contract/join-requests';
import { updateMemberRole } from '#models/contract/member-list';
import { createPost } from '#models/contract/posts';
import { updateProfile } from '#models/contract/profile-changes';
import type { Visibility } from '#models/contract/societies';
import { createSociety } from '#models/contract/society-creation';
import { getUserInfo } from '#models/contract/users';
import { callApi } from '#models/testing/api-client';
import { demoPassword, demoStudents } from '#models/testing/demo';
import { type As, dataOf } from './calls.js';
import { collectFaults } from './faults.js';
import { test as base, expect } from './test.js';
import { type PageLook, sizeOf } from './visit.js';

export { expect } from './test.js';

/** Roles of the cast, the same in both societies. */
const roles = ['outsider', 'invited', 'pending', 'member', 'moderator', 'admin', 'secondAdmin'] as const;
export type CastRole = (typeof roles)[number];

interface Person {
  id: string;
  name: string;
  email: string;
  token: string;
  as: As;
}

/** Language and width of a page; 1280 px without a width. */
export interface CastLook {
  language?: PageLook['language'];
  width?: PageLook['width'];
}

export interface CastSociety {
  id: string;
  name: string;
  /** The title of its event to come, of 30 seats. */
  event: string;
  /** Texts of its two posts, the older first. */
  posts: [string, string];
}

/** A fresh public and a fresh private society, and a person of each role, who has it in both. */
export class Cast {
  readonly people: Record<CastRole, Person>;
  readonly open: CastSociety;
  readonly closed: CastSociety;
  readonly faults: string[] = [];
  readonly #address: string;
  readonly #browser: Browser;
  readonly #spare: string[];
  readonly #pages = new Map<string, { context: BrowserContext; page: Page }>();

  constructor(
    setup: { address: string; browser: Browser; spare: string[] },
    { people, open, closed }: Pick<Cast, 'people' | 'open' | 'closed'>,
  ) {
    this.#address = setup.address;
    this.#browser = setup.browser;
    this.#spare = setup.spare;
    this.people = people;
    this.open = open;
    this.closed = closed;
  }

  /** Calls as somebody of the cast. */
  as(role: CastRole): As {
    return this.people[role].as;
  }

  /** A student whom no test has had yet: for what cannot be undone. */
  async newcomer(): Promise<Person> {
    const email = this.#spare.shift();
    if (email === undefined) throw new Error('The community has no more students');
    return personAt(this.#address, email);
  }

  /** One more society of the same people: for what would be missed by the next test. */
  another(visibility: Visibility = 'public'): Promise<CastSociety> {
    return newSociety(this.people, visibility);
  }

  /** Page of a member of the cast or of a visitor: one of each look for the whole file, in the state that the last test left. */
  async page(who: CastRole | 'visitor' | Person, { language = 'en', width }: CastLook = {}): Promise<Page> {
    const person = who === 'visitor' ? null : typeof who === 'string' ? this.people[who] : who;
    const key = `${person?.email ?? 'visitor'} ${language} ${width}`;
    const existing = this.#pages.get(key);
    if (existing) return existing.page;
    const context = await this.#browser.newContext({
      baseURL: this.#address,
      serviceWorkers: 'block',
      reducedMotion: 'reduce',
      ...(width && { viewport: sizeOf({ width }) }),
      storageState: { cookies: [], origins: [{ origin: this.#address, localStorage: storedItems(person, language) }] },
    });
    const page = await context.newPage();
    collectFaults(page, this.#address, this.faults);
    this.#pages.set(key, { context, page });
    return page;
  }

  /** Between two tests: nothing is answered by a test any more. */
  async unroute(): Promise<void> {
    for (const { page } of this.#pages.values()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  }

  async close(): Promise<void> {
    for (const { context } of this.#pages.values()) await context.close();
  }
}

const storedItems = (person: Person | null, language: PageLook['language']): { name: string; value: string }[] => [
  { name: 'nadi-language', value: language },
  ...(person ? [{ name: 'token', value: person.token }] : []),
];

/** Somebody whom everybody finds and may invite, whatever they chose before. */
async function personAt(address: string, email: string): Promise<Person> {
  const token = await dataOf(callApi(address, login, { email, password: demoPassword }));
  const as: As = (call, input) => callApi(address, call, input, token);
  const { ID, Name } = await dataOf(as(getUserInfo, {}));
  await dataOf(as(updateProfile, { privacy: { profileVisibility: 'public', allowMessages: true } }));
  return { id: ID, name: Name, email, token, as };
}

/** Those before them are others' in the journeys. */
const firstStudent = 60;
const spareStudents = 20;

/** Two societies and the people around them, all by calls. */
async function newCast(address: string, browser: Browser): Promise<Cast> {
  const emails = demoStudents(firstStudent + roles.length + spareStudents).slice(firstStudent);
  const spare = emails.splice(roles.length);
  const accounts = await Promise.all(emails.map((email) => personAt(address, email)));
  const people = Object.fromEntries(roles.map((role, index) => [role, accounts[index]])) as Record<CastRole, Person>;
  const [open, closed] = await Promise.all([newSociety(people, 'public'), newSociety(people, 'private')]);
  return new Cast({ address, browser, spare }, { people, open, closed });
}

async function newSociety(people: Record<CastRole, Person>, visibility: Visibility): Promise<CastSociety> {
  const { admin } = people;
  const words = visibility === 'public' ? 'Open Stage' : 'Closed Circle';
  const name = `${words} ${Date.now().toString(36)}`;
  const id = await dataOf(
    admin.as(createSociety, {
      name,
      description: 'A society of the journeys, with somebody of every role.',
      category: 'Technology',
      visibility,
      joinApproval: true,
    }),
  );
  for (const role of ['member', 'moderator', 'secondAdmin', 'pending'] as const) {
    const { Request_ID } = await dataOf(people[role].as(askToJoin, { society_id: id }));
    if (Request_ID && role !== 'pending') await dataOf(admin.as(approveRequest, { request_id: Request_ID }));
  }
  for (const [role, given] of [['moderator', 'moderator'] as const, ['secondAdmin', 'admin'] as const])
    await dataOf(admin.as(updateMemberRole, { society_id: id, member: people[role].id, role: given }));
  await dataOf(admin.as(invite, { society_id: id, user_id: people.invited.id }));
  return { id, name, ...(await fill(people, id, name)) };
}

async function fill({ admin, member }: Record<CastRole, Person>, id: string, name: string): Promise<Pick<CastSociety, 'event' | 'posts'>> {
  const posts: [string, string] = [`The first word in ${name}`, `The second word in ${name}`];
  await dataOf(admin.as(createPost, { society_id: id, content: posts[0] }));
  await dataOf(member.as(createPost, { society_id: id, content: posts[1] }));
  const title = `An evening of ${name}`;
  const plan = { description: 'An evening to see whether everything works.', date: nextWeek(), time: '18:00', location: 'Lab 3' };
  await dataOf(admin.as(createEvent, { society_id: id, title, category: 'Workshop', max_attendees: 30, ...plan }));
  return { event: title, posts };
}

/** A day in a week, as a form takes it. */
export const nextWeek = (): string => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Amman' }).format(Date.now() + 7 * 86_400_000);

/** Journeys among the roles of a society. An error in any browser fails the running test. */
export const test = base.extend<{ faultless: undefined }, { cast: Cast }>({
  cast: [
    async ({ app, browser }, use) => {
      const cast = await newCast(app.address, browser);
      await use(cast);
      await cast.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  faultless: [
    async ({ cast }, use) => {
      await use(undefined);
      await cast.unroute();
      expect(cast.faults.splice(0), 'faults of the pages').toEqual([]);
    },
    { auto: true },
  ],
});
