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
const load = async (id: unknown) => (await Mails.findById(id).lean())!;
/** Sends a mail, and answers it as the mail server gets it. */
async function letterOf(id: unknown): Promise<Letter> {
  const sent: Letter[] = [];
  await sendMail(String(id), silent, { timeZone, mailer: { ...onPaper(), send: async (letter) => void sent.push(letter) } });
  return sent[0]!;
}

describe('a mail without a mail server', () => {
  it('becomes a file in the reader’s language, as text and HTML; nothing of it is kept', async () => {
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

  it('is written once, however often and from how many workers at once it is asked for', async () => {
    const mail = await recordMail({ kind: 'password_changed', user: (await buildUser())._id });
    let sent = 0;
    const counting = { publicUrl: '', discard: async () => {}, discardBefore: async () => 0, send: async () => void sent++ };
    await Promise.all([1, 2, 3].map(() => sendMail(String(mail._id), silent, { timeZone, mailer: counting })));
    await sendMail(String(mail._id), silent, { timeZone, mailer: counting });
    expect(sent).toBe(1);
  });

  it('goes to an address without an account, with what others wrote made harmless', async () => {
    const params = { by: '<b>Omar</b>', society: 'A & B', path: '/signup' };
    const mail = await recordMail({ kind: 'invitation', address: 'guest@uni.example', locale: 'en', params });
    await sendMail(String(mail._id), silent, { timeZone, mailer: onPaper() });
    const body = decodeParts(await fileOf(mail._id));
    expect(body).toContain('&lt;b&gt;Omar&lt;/b&gt; invites you to join the society A &amp; B');
    expect(body).toContain('https://nadi.example/signup');
    expect(body.slice(body.indexOf('<!doctype'))).not.toContain('<b>Omar');
  });

  it('says names stored before their characters were judged on one line, and makes no link of them', async () => {
    const by = 'Eve\r\nBcc: all@x.example\r\n\r\nWin at http://evil.example \u202eor t.me/prize';
    const params = { by, society: 'Prizes of evil.rocks\u2028Call now', path: '/signup' };
    const mail = await recordMail({ kind: 'invitation', address: 'second.guest@uni.example', locale: 'en', params });
    const sent = await letterOf(mail._id);
    const who = 'Eve Bcc[:] all[@]x[.]example Win at http[:]//evil[.]example or t[.]me/prize';
    expect(sent.subject).toBe(`${who} invites you to Prizes of evil[.]rocks Call now`);
    expect(sent.text.split('\n').filter((line) => line.includes('Eve'))).toEqual([
      `${who} invites you to join the society Prizes of evil[.]rocks Call now on Nadi. Create an account with this email address, and the invitation is waiting for you.`,
    ]);
    expect(`${sent.text}${sent.html}`).not.toMatch(/evil\.|x\.example|t\.me/);
  });

  it('greets somebody by a name that is no link, whatever they had signed up with', async () => {
    const user = await buildUser({ name: 'Click\nhttp://evil.example' });
    const mail = await recordMail({ kind: 'verify_email', user: user._id });
    const sent = await letterOf(mail._id);
    expect(sent.text.split('\n')[0]).toBe('Hello Click http[:]//evil[.]example,');
  });

  it('is not written to who is gone, nor after a day', async () => {
    const gone = await buildUser();
    const mails = [
      await recordMail({ kind: 'password_changed', user: gone._id }),
      await recordMail({ kind: 'password_changed', user: (await buildUser())._id }),
    ];
    await Users.updateOne({ _id: gone._id }, { $set: { deletedAt: new Date() } });
    await Mails.updateOne({ _id: mails[1]!._id }, { $set: { at: new Date(Date.now() - 25 * 3600_000) } });
    const before = (await readdir(path.join(dataDir, 'mail'))).length;
    for (const { _id } of mails) {
      await sendMail(String(_id), silent, { timeZone, mailer: onPaper() });
      expect([(await load(_id)).sentAt, (await load(_id)).due]).toEqual([null, undefined]);
    }
    expect((await readdir(path.join(dataDir, 'mail'))).length).toBe(before);
  });
});

/** A mail server that answers each line by these rules, and keeps what it was told. */
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

describe('a mail server', () => {
  const cases: [
    name: string,
    answer: (line: string) => string | null,
    left: { claimed: boolean; due: boolean; sent: boolean },
    fails: boolean,
  ][] = [
    ['takes it', polite, { claimed: true, due: false, sent: true }, false],
    [
      'is busy: it is tried again',
      (line) => (line.startsWith('RCPT') ? '451 later' : polite(line)),
      { claimed: false, due: true, sent: false },
      true,
    ],
    [
      'does not know the address: it is given up',
      (line) => (line.startsWith('RCPT') ? '550 no such user' : polite(line)),
      { claimed: true, due: false, sent: false },
      false,
    ],
    [
      'goes away after it had everything: nobody knows, so never again',
      (line) => (line === '.' ? null : polite(line)),
      { claimed: true, due: false, sent: false },
      false,
    ],
  ];
  it.each(cases)('%s', async (_name, answer, left, fails) => {
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

  it('that is not there is tried again, and the fault names nobody', async () => {
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

describe('news that is late because the mail server was away', () => {
  const news = async () => {
    const user = await buildUser();
    const doc = await buildNotification({ user, type: 'followed', why: 'followed', society: null });
    return recordMail({ kind: 'notifications', user: user._id, items: [doc._id] });
  };

  it('waits for the end of quiet hours, unclaimed, and is sent then', async () => {
    const mail = await news();
    const noServer = makeMailer({ ...settings, dataDir, smtpUrl: 'smtp://127.0.0.1:1' });
    await expect(sendMail(String(mail._id), silent, { timeZone, mailer: noServer })).rejects.toBeInstanceOf(MailFault);
    const before = (await readdir(path.join(dataDir, 'mail'))).length;
    await sendMail(String(mail._id), silent, { timeZone: nightZone(), mailer: onPaper() });
    expect((await readdir(path.join(dataDir, 'mail'))).length).toBe(before);
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

  it('is no reason to hold back what somebody waits for', async () => {
    const mail = await recordMail({ kind: 'reset_password', user: (await buildUser())._id });
    await sendMail(String(mail._id), silent, { timeZone: nightZone(), mailer: onPaper() });
    expect((await load(mail._id)).sentAt).not.toBeNull();
  });
});

it('the job is added once; where it was lost, the sweeper asks again', async () => {
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
  '%s has words in %s without a gap',
  (kind, locale) => {
    const params = { name: 'n', by: 'b', society: 's', subject: 'u', content: 'c', title: 't' };
    const words = mailWords(kind, params, locale);
    const { text, html, subject } = compose(words, 'https://nadi.example/', locale);
    expect(subject).not.toBe('');
    expect(words.paragraphs.length).toBe(2);
    expect(text + html).not.toContain('{{');
  },
);
