import { beforeAll, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { drain } from '#models/bus/publish';
import { specOf } from '#models/bus/verbs/index';
import { fieldTexts } from '#models/contract/errors';
import { rates } from '#models/contract/limits';
import {
  createTicket,
  getContact,
  getMyTickets,
  getTickets,
  replyToTicket,
  supportRequestUpdated,
  takeTicket,
} from '#models/contract/support';
import { Activities } from '#models/db/activities';
import { Mails } from '#models/db/mails';
import { newId, toId } from '#models/db/model';
import { SupportRequests } from '#models/db/support-requests';
import { buildUser } from '#models/testing/builders';

const test = setUpTestApp();
let admin: string;
let user: Awaited<ReturnType<typeof buildUser>>;
let token: string;
beforeAll(async () => {
  admin = await test.tokenFor(await buildUser({ role: 'admin', name: 'Salma Support' }));
  user = await buildUser({ name: 'Omar Asks' });
  token = await test.tokenFor(user);
});

const asked = { category: 'technical', subject: 'It does not load', content: 'Since this morning.' } as const;
const open = async (as: string | undefined = token, more = {}) => (await test.call(createTicket, { ...asked, ...more }, as)).data;
const reply = (ticket_id: string, more: object, as = admin) => test.call(replyToTicket, { ticket_id, ...more }, as);
/** Dispatches the last record of a ticket. */
async function lastOf(ticket: string) {
  const doc = (await Activities.findOne({ object: toId(ticket) })
    .sort({ object: 1, at: -1 })
    .lean())!;
  const spec = specOf({ kind: 'activity', doc });
  return { messages: await spec.messages({}), tellings: await spec.notifications() };
}

describe('writing to support', () => {
  it('is for everybody; visitors give an e-mail address for the answer', async () => {
    const { status, data } = await test.call(createTicket, asked, token);
    expect([status, (await SupportRequests.findById(data).lean())?.user]).toEqual([200, user._id]);
    const visitor = await test.call(createTicket, { ...asked, email: 'guest@uni.example' });
    expect([visitor.status, (await SupportRequests.findById(visitor.data).lean())?.email]).toEqual([200, 'guest@uni.example']);
  });

  it.each([
    ['no category', { category: undefined }, { category: fieldTexts.category_required }],
    ['a category of its own', { category: 'other' }, { category: fieldTexts.category_required }],
    ['a blank subject', { subject: ' ' }, { subject: fieldTexts.required }],
    ['a long subject', { subject: 'x'.repeat(151) }, { subject: fieldTexts.too_long }],
    ['no content', { content: '' }, { content: fieldTexts.required }],
    ['no address', {}, { email: fieldTexts.email_required }],
    ['an invalid address', { email: 'guest' }, { email: fieldTexts.email_invalid }],
  ])('refuses %s of a visitor', async (_name, over, fields) => {
    const { status, error } = await test.call(createTicket, { ...asked, ...over });
    expect([status, error.fields]).toEqual([400, fields]);
  });

  it('is limited to five a day', () => {
    expect(rates.ticket).toMatchObject({ points: 5, duration: 86_400, by: 'account' });
  });
});

describe('who sees a ticket', () => {
  it('its author sees it, and platform admins, who alone see a visitor’s address', async () => {
    const mine = await open();
    const guest = (await test.call(createTicket, { ...asked, email: 'guest2@uni.example' })).data;
    const own = await test.call(getMyTickets, {}, token);
    expect(own.data.map(({ ID }) => ID)).toContain(mine);
    expect(own.data.map(({ ID }) => ID)).not.toContain(guest);
    expect(own.data[0]).toMatchObject({ Status: 'open', User: String(user._id), User_Name: 'Omar Asks', User_Email: null, Replies: [] });
    const all = await test.call(getTickets, { limit: 100 }, admin);
    expect(all.data.find(({ ID }) => ID === guest)).toMatchObject({ User: null, User_Name: null, User_Email: 'guest2@uni.example' });
    expect(all.counts.open).toBeGreaterThanOrEqual(2);
  });

  it('others get 403 for the inbox, 404 for one ticket', async () => {
    const other = await test.tokenFor(await buildUser());
    expect((await test.call(getTickets, {}, other)).status).toBe(403);
    expect((await reply(await open(), { content: 'Hello' }, other)).status).toBe(404);
    expect((await reply(String(newId()), { content: 'Hello' })).status).toBe(404);
    expect((await test.call(getMyTickets, {}, other)).data).toEqual([]);
  });

  it('tickets are paged, all or of one status', async () => {
    const one = await open();
    await reply(one, { status: 'closed' });
    const closed = await test.call(getTickets, { status: 'closed', limit: 1 }, admin);
    expect(closed.data.map(({ ID, Status }) => [ID, Status])).toEqual([[one, 'closed']]);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await test.call(getTickets, { limit: 2, ...(cursor ? { cursor } : {}) }, admin);
      seen.push(...page.data.map(({ ID }) => ID));
      cursor = page.next ?? undefined;
    } while (cursor);
    expect(seen).toHaveLength(await SupportRequests.estimatedDocumentCount());
    expect(new Set(seen).size).toBe(seen.length);
  });
});

describe('replies to a ticket', () => {
  it('by support set it answered, by its author open again; a status can be set too', async () => {
    const id = await open();
    const answered = await reply(id, { content: 'Try again now.' });
    expect(answered.data).toMatchObject({ Status: 'answered', version: 2 });
    expect(answered.data.Replies).toMatchObject([{ User_Name: 'Salma Support', Is_Support: true, Content: 'Try again now.' }]);
    const again = await reply(id, { content: 'Still not.' }, token);
    expect(again.data).toMatchObject({ Status: 'open', version: 3 });
    expect(again.data.Replies[1]).toMatchObject({ User_Name: 'Omar Asks', Is_Support: false });
    expect((await reply(id, { status: 'closed' }, token)).data).toMatchObject({ Status: 'closed', version: 4 });
    expect((await reply(id, { status: 'closed' }, token)).data).toMatchObject({ Status: 'closed', version: 4 });
    expect((await reply(id, { content: 'Closed for good.', status: 'closed' })).data).toMatchObject({ Status: 'closed', version: 5 });
  });

  it('need text or a status', async () => {
    const { status, error } = await reply(await open(), { content: ' ' });
    expect([status, error.fields]).toEqual([400, { content: fieldTexts.content_required }]);
  });

  it('by support notify the author, nothing else does', async () => {
    const id = await open();
    expect((await lastOf(id)).tellings.map(({ type }) => type)).toEqual(['ticket_opened']);
    await reply(id, { content: 'An answer.' });
    expect((await lastOf(id)).tellings).toMatchObject([
      { type: 'ticket_answered', key: `ticket:${id}`, params: { subject: asked.subject } },
    ]);
    await reply(id, { content: 'Thanks.' }, token);
    expect((await lastOf(id)).tellings).toEqual([]);
    await reply(id, { status: 'closed' });
    expect((await lastOf(id)).tellings).toEqual([]);
  });

  it('are mailed to a visitor', async () => {
    const id = (await test.call(createTicket, { ...asked, email: 'guest3@uni.example' })).data;
    await reply(id, { content: 'By mail, then.' });
    await drain();
    const mails = await Mails.find({ kind: 'ticket_answered' }).lean();
    expect(mails.filter(({ params }) => params?.content === 'By mail, then.')).toHaveLength(1);
    expect((await lastOf(id)).tellings).toEqual([]);
  });

  it.each([
    ['ar', 'لا أستطيع الدخول', 'كلمة المرور مرفوضة في تطبيق Nadi منذ أمس'],
    ['en', 'Login', 'The page says «كلمة المرور غير صحيحة» although my password is right.'],
    ['en', '?', '404'],
  ])('are mailed to a visitor in the language of their message: %s', async (locale, subject, content) => {
    const id = (await test.call(createTicket, { ...asked, subject, content, email: 'guest5@uni.example' })).data;
    await reply(id, { content: `Answer to ${subject}` });
    await drain();
    const mails = await Mails.find({ kind: 'ticket_answered' }).lean();
    expect(mails.filter(({ params }) => params?.subject === subject).map((mail) => mail.locale)).toEqual([locale]);
  });

  it('are published to the author and support as a refetch gives them, without an address', async () => {
    const id = await open();
    await reply(id, { content: 'Live.' });
    const message = (await lastOf(id)).messages[0]!;
    expect([message.message, message.rooms]).toEqual([supportRequestUpdated.name, ['support', `user:${user._id}`]]);
    const fetched = (await test.call(getMyTickets, {}, token)).data.find(({ ID }) => ID === id);
    expect({ ...(message.payload as { ticket: object }).ticket, User_Email: null }).toEqual(fetched);
    const guest = (await test.call(createTicket, { ...asked, email: 'guest4@uni.example' })).data;
    expect(JSON.stringify((await lastOf(guest)).messages)).not.toContain('guest4@');
  });
});

describe('taking a ticket', () => {
  const take = (ticket_id: string, taken: boolean, as: string) => test.call(takeTicket, { ticket_id, taken }, as);

  it('shows its taker to its author and to support, who may take it over; only its taker puts it back', async () => {
    const id = await open();
    const other = await test.tokenFor(await buildUser({ role: 'admin', name: 'Hana Support' }));
    const taken = await take(id, true, admin);
    expect(taken.data).toMatchObject({ Taken_By: { Name: 'Salma Support' }, version: 2 });
    expect((await take(id, true, admin)).data.version).toBe(2);
    const own = (await test.call(getMyTickets, {}, token)).data.find(({ ID }) => ID === id);
    expect(own?.Taken_By).toEqual(taken.data.Taken_By);
    expect((await take(id, true, other)).data.Taken_By?.Name).toBe('Hana Support');
    expect((await take(id, false, admin)).data.Taken_By?.Name).toBe('Hana Support');
    expect((await take(id, false, other)).data.Taken_By).toBeNull();
  });

  it('is for platform admins, while it is open', async () => {
    const id = await open();
    expect((await take(id, true, token)).status).toBe(403);
    await reply(id, { content: 'Done.' });
    const { status, error } = await take(id, true, admin);
    expect([status, error.code]).toEqual([409, 'ticket_not_open']);
  });
});

describe('the clock of a ticket', () => {
  const dueOf = async (id: string) => (await test.call(getMyTickets, {}, token)).data.find(({ ID }) => ID === id)?.Due_At;

  it('runs while it is open: an answer stops it, a word of its author starts a new one', async () => {
    const id = await open();
    const first = await dueOf(id);
    expect(Date.parse(first ?? '')).toBeGreaterThan(Date.now() + 15 * 3600_000);
    await reply(id, { content: 'One word more.' }, token);
    expect(await dueOf(id)).toBe(first);
    expect((await reply(id, { content: 'Try again.' })).data.Due_At).toBeNull();
    expect(await SupportRequests.findById(id).lean()).not.toHaveProperty('clockAt');
    const again = await reply(id, { content: 'Still not.' }, token);
    expect(Date.parse(again.data.Due_At ?? '')).toBeGreaterThanOrEqual(Date.parse(first ?? ''));
    expect((await SupportRequests.findById(id).lean())?.clockAt).toBeInstanceOf(Date);
  });
});

it('the support address and the time zone are public, as configured', async () => {
  const { status, data } = await test.call(getContact, {});
  expect([status, data]).toEqual([200, { email: 'support@uni.example', time_zone: 'Asia/Amman' }]);
});
