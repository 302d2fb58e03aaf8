import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { queue } from '#models/bus/jobs';
import { mailWords } from '#models/bus/mail-words';
import { enqueueMailInBackground, mailJobId, recordMail } from '#models/bus/mails';
import { drain } from '#models/bus/publish';
import { Mails, mailKinds } from '#models/db/mails';
import { OneTimeTokens } from '#models/db/one-time-tokens';
import { Users } from '#models/db/users';
import { buildNotification, buildUser } from '#models/testing/builders';
import { startTestBus, type TestBus } from '#models/testing/bus';
import { silent } from '../log.js';
import { sweep, sweepDefaults } from '../sweeper/sweeper.js';
import { compose } from './compose.js';
import { dayZone, decodeParts, nightZone } from './mailbox-for-tests.js';
import { type Letter, MailFault, makeMailer } from './mailer.js';
import { sendMail } from './send.js';

let bus: TestBus;
let dataDir: string;
beforeAll(async () => {
  bus = await startTestBus();
  dataDir = await mkdtemp(path.join(tmpdir(), 'nadi-mail-'));
});
afterEach(() => bus.redis.flushdb());
afterAll(async () => {
  await rm(dataDir, { recursive: true });
  await bus.close();
});

const settings = { from: 'Nadi <nadi@uni.example>', publicUrl: 'https://nadi.example' };
const timeZone = dayZone();
const onPaper = () => makeMailer({ ...settings, dataDir });
const fileOf = (id: unknown) => readFile(path.join(dataDir, 'mail', `${id}.eml`), 'utf8');
/** Number of mails in the folder, which the first of them makes. */
const fileCount = async () => (await readdir(dataDir, { recursive: true })).filter((name) => name.endsWith('.eml')).length;
const load = async (id: unknown) => (await Mails.findById(id).lean())!;
/** Sends a mail, and returns it as the mail server receives it. */
async function letterOf(id: unknown): Promise<Letter> {
  const sent: Letter[] = [];
  await sendMail(String(id), silent, { timeZone, mailer: { ...onPaper(), send: async (letter) => void sent.push(letter) } });
  return sent[0]!;
}

describe('mails without an SMTP server', () => {
  it("a mail becomes a file in the reader's language, as text and HTML, and its content is deleted", async () => {
    const user = await buildUser({ name: 'لينا', preferences: { locale: 'ar', mutedSocieties: [], offTypes: [] } });
    const mail = await recordMail({ kind: 'reset_password', user: user._id });
    await sendMail(String(mail._id), silent, { timeZone, mailer: onPaper() });
    const eml = await fileOf(mail._id);
    expect(eml).toContain(`To: ${user.email}`);
    expect(eml).toMatch(/multipart\/alternative/);
    const body = decodeParts(eml);
    expect(body).toContain('مرحبًا لينا،');
    expect(body).toContain('dir="rtl"');
    const token = /reset-password\?token=([\w-]{43})/.exec(body)?.[1];
    expect(token).toBeDefined();
    const stored = JSON.stringify([await Mails.find().lean(), await OneTimeTokens.find().lean()]);
    expect(stored).not.toContain(token);
    expect(await load(mail._id)).toMatchObject({ address: null, sentAt: expect.any(Date) });
    expect((await load(mail._id)).due).toBeUndefined();
    expect((await load(mail._id)).params).toBeUndefined();
  });

  it('a mail is written once however often and on however many workers it is requested', async () => {
    const mail = await recordMail({ kind: 'password_changed', user: (await buildUser())._id });
    let sent = 0;
    const counting = { publicUrl: '', discard: async () => {}, discardBefore: async () => 0, send: async () => void sent++ };
    await Promise.all([1, 2, 3].map(() => sendMail(String(mail._id), silent, { timeZone, mailer: counting })));
    await sendMail(String(mail._id), silent, { timeZone, mailer: counting });
    expect(sent).toBe(1);
  });

  it('a mail to an address without an account escapes user text', async () => {
    const params = { by: '<b>Omar</b>', society: 'A & B', path: '/signup' };
    const mail = await recordMail({ kind: 'invitation', address: 'guest@uni.example', locale: 'en', params });
    await sendMail(String(mail._id), silent, { timeZone, mailer: onPaper() });
    const body = decodeParts(await fileOf(mail._id));
    expect(body).toContain('&lt;b&gt;Omar&lt;/b&gt; invites you to join A &amp; B');
    expect(body).toContain('https://nadi.example/signup');
    expect(body.slice(body.indexOf('<!doctype'))).not.toContain('<b>Omar');
  });

  it('names stored before the character rules are put on one line without links', async () => {
    const by = 'Eve\r\nBcc: all@x.example\r\n\r\nWin at http://evil.example \u202eor t.me/prize';
    const params = { by, society: 'Prizes of evil.rocks\u2028Call now', path: '/signup' };
    const mail = await recordMail({ kind: 'invitation', address: 'second.guest@uni.example', locale: 'en', params });
    const sent = await letterOf(mail._id);
    const who = 'Eve Bcc[:] all[@]x[.]example Win at http[:]//evil[.]example or t[.]me/prize';
    expect(sent.subject).toBe(`${who} invites you to Prizes of evil[.]rocks Call now`);
    expect(sent.text.split('\n').filter((line) => line.includes('Eve'))).toEqual([
      `${who} invites you to join Prizes of evil[.]rocks Call now on Nadi. Create an account with this email address, and your invitation will be waiting for you.`,
    ]);
    expect(`${sent.text}${sent.html}`).not.toMatch(/evil\.|x\.example|t\.me/);
  });

  it('the greeting contains no link, whatever the reader signed up as', async () => {
    const user = await buildUser({ name: 'Click\nhttp://evil.example' });
    const mail = await recordMail({ kind: 'verify_email', user: user._id });
    const sent = await letterOf(mail._id);
    expect(sent.text.split('\n')[0]).toBe('Hello Click http[:]//evil[.]example,');
  });

  it('no mail is written to a deleted account, nor after a day', async () => {
    const gone = await buildUser();
    const mails = [
      await recordMail({ kind: 'password_changed', user: gone._id }),
      await recordMail({ kind: 'password_changed', user: (await buildUser())._id }),
    ];
    await Users.updateOne({ _id: gone._id }, { $set: { deletedAt: new Date() } });
    await Mails.updateOne({ _id: mails[1]!._id }, { $set: { at: new Date(Date.now() - 25 * 3600_000) } });
    const before = await fileCount();
    for (const { _id } of mails) {
      await sendMail(String(_id), silent, { timeZone, mailer: onPaper() });
      expect([(await load(_id)).sentAt, (await load(_id)).due]).toEqual([null, undefined]);
    }
    expect(await fileCount()).toBe(before);
  });
});

/** A mail server that answers each line by these rules, and records what it received. */
async function fakeServer(answer: (line: string) => string | null): Promise<{ server: Server; url: string; lines: string[] }> {
  const lines: string[] = [];
  const server = createServer((socket) => {
    let inData = false;
    socket.on('error', () => {});
    socket.write('220 here\r\n');
    let rest = '';
    socket.on('data', (chunk) => {
      rest += chunk.toString();
      for (;;) {
        const end = rest.indexOf('\r\n');
        if (end < 0) return;
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        lines.push(line);
        if (inData && line !== '.') continue;
        const reply = inData ? answer('.') : answer(line);
        inData = !inData && line === 'DATA' && (reply?.startsWith('354') ?? false);
        if (reply === null) return void socket.destroy();
        socket.write(`${reply}\r\n`);
      }
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as { port: number };
  return { server, url: `smtp://127.0.0.1:${port}`, lines };
}

const polite = (line: string): string => (line === 'DATA' ? '354 go on' : line === 'QUIT' ? '221 bye' : '250 ok');

describe('mails over SMTP', () => {
  const cases: [
    name: string,
    answer: (line: string) => string | null,
    left: { claimed: boolean; due: boolean; sent: boolean },
    fails: boolean,
  ][] = [
    ['accepted: sent', polite, { claimed: true, due: false, sent: true }, false],
    ['busy: retried', (line) => (line.startsWith('RCPT') ? '451 later' : polite(line)), { claimed: false, due: true, sent: false }, true],
    [
      'unknown address: given up',
      (line) => (line.startsWith('RCPT') ? '550 no such user' : polite(line)),
      { claimed: true, due: false, sent: false },
      false,
    ],
    [
      'connection lost after the data: unknown outcome, never retried',
      (line) => (line === '.' ? null : polite(line)),
      { claimed: true, due: false, sent: false },
      false,
    ],
  ];
  it.each(cases)('SMTP server answer, %s', async (_name, answer, left, fails) => {
    const { server, url, lines } = await fakeServer(answer);
    const user = await buildUser();
    const mail = await recordMail({ kind: 'password_changed', user: user._id });
    const run = sendMail(String(mail._id), silent, { timeZone, mailer: makeMailer({ ...settings, dataDir, smtpUrl: url }) });
    if (fails) await expect(run).rejects.toBeInstanceOf(MailFault);
    else await run;
    server.close();
    expect(lines.some((line) => line === `RCPT TO:<${user.email}>`)).toBe(true);
    const now = await load(mail._id);
    expect({ claimed: now.claimedAt !== null, due: now.due !== undefined, sent: now.sentAt !== null }).toEqual(left);
  });

  it('a missing server is retried, and the error names nobody', async () => {
    const user = await buildUser();
    const mail = await recordMail({ kind: 'password_changed', user: user._id });
    const fault = await sendMail(String(mail._id), silent, {
      timeZone,
      mailer: makeMailer({ ...settings, dataDir, smtpUrl: 'smtp://127.0.0.1:1' }),
    }).catch((error: Error) => error);
    expect(fault).toBeInstanceOf(MailFault);
    expect(String(fault)).not.toContain(user.email);
    expect((await load(mail._id)).claimedAt).toBeNull();
  });
});

describe('late news after an outage of the mail server', () => {
  const news = async () => {
    const user = await buildUser();
    const doc = await buildNotification({ user, type: 'followed', why: 'followed', society: null });
    return recordMail({ kind: 'notifications', user: user._id, items: [doc._id] });
  };

  it('late news waits unclaimed for the end of quiet hours, and is sent then', async () => {
    const mail = await news();
    const noServer = makeMailer({ ...settings, dataDir, smtpUrl: 'smtp://127.0.0.1:1' });
    await expect(sendMail(String(mail._id), silent, { timeZone, mailer: noServer })).rejects.toBeInstanceOf(MailFault);
    const before = await fileCount();
    await sendMail(String(mail._id), silent, { timeZone: nightZone(), mailer: onPaper() });
    expect(await fileCount()).toBe(before);
    const { claimedAt, due, sentAt } = await load(mail._id);
    expect([claimedAt, sentAt]).toEqual([null, null]);
    expect(due!.getTime()).toBeGreaterThan(Date.now() + 3 * 3600_000);
    await sweep({ ...sweepDefaults, dueAfterMs: 0 }, { timeZone, trendingEveryMs: 3_600_000 }, silent);
    expect(await queue('mail').getJob(mailJobId(mail._id))).toBeUndefined();
    await Mails.updateOne({ _id: mail._id }, { $set: { due: new Date(Date.now() - 1000) } });
    await sweep({ ...sweepDefaults, dueAfterMs: 0 }, { timeZone, trendingEveryMs: 3_600_000 }, silent);
    expect(await queue('mail').getJob(mailJobId(mail._id))).toBeDefined();
    await sendMail(String(mail._id), silent, { timeZone, mailer: onPaper() });
    expect((await load(mail._id)).sentAt).not.toBeNull();
  });

  it('quiet hours do not delay a mail that somebody waits for', async () => {
    const mail = await recordMail({ kind: 'reset_password', user: (await buildUser())._id });
    await sendMail(String(mail._id), silent, { timeZone: nightZone(), mailer: onPaper() });
    expect((await load(mail._id)).sentAt).not.toBeNull();
  });
});

it("a mail's job is added once; the sweeper restores a lost one", async () => {
  const mail = await recordMail({ kind: 'password_changed', user: (await buildUser())._id });
  enqueueMailInBackground(mail);
  enqueueMailInBackground(mail);
  await drain();
  expect(await queue('mail').getJobCountByTypes('waiting')).toBe(1);
  await bus.redis.flushdb();
  await sweep({ ...sweepDefaults, dueAfterMs: 0 }, { timeZone: 'UTC', trendingEveryMs: 3_600_000 }, silent);
  expect((await queue('mail').getJob(mailJobId(mail._id)))?.data).toMatchObject({ mail: String(mail._id) });
});

it.each(mailKinds.flatMap((kind) => (['en', 'ar'] as const).map((locale) => [kind, locale] as const)))(
  'mail kind %s has texts in %s for every placeholder',
  { tags: ['generated'] },
  (kind, locale) => {
    const params = { name: 'n', by: 'b', society: 's', subject: 'u', content: 'c', title: 't' };
    const words = mailWords(kind, params, locale);
    const { text, html, subject } = compose(words, 'https://nadi.example/', locale);
    expect(subject).not.toBe('');
    expect(words.paragraphs.length).toBe(2);
    expect(text + html).not.toContain('{{');
  },
);
