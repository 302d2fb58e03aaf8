import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type MailDoc, Mails } from '#models/db/mails';
import type { Id } from '#models/db/model';
import { silent } from '../log.js';
import { type Mailer, makeMailer } from './mailer.js';
import { sendMail } from './send.js';

/** A mail as a reader opens it, decoded: `body` has the text, then the HTML. */
interface OpenedMail {
  eml: string;
  body: string;
  html: string;
}

/** Time zone in which it is this hour now, so that tests choose between day and quiet hours without a fake clock. */
function zoneAtHour(hour: number): string {
  const east = ((hour - new Date().getUTCHours() + 36) % 24) - 12;
  return `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`;
}
/** Outside the default quiet hours. */
export const dayZone = (): string => zoneAtHour(12);
/** Within the default quiet hours. */
export const nightZone = (): string => zoneAtHour(2);

/** Decoded parts of a message. */
export function decodeParts(eml: string): string {
  return [...eml.matchAll(/Content-Transfer-Encoding: (base64|quoted-printable|7bit)\r\n\r\n([\s\S]*?)(?=\r\n--|$)/g)]
    .map(([, encoding, body = '']) => {
      if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
      if (encoding === '7bit') return body;
      const bytes = body
        .replace(/=\r\n/g, '')
        .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
      return Buffer.from(bytes, 'latin1').toString();
    })
    .join('\n');
}

export interface MailBox {
  mailer: Mailer;
  dataDir: string;
  /** Sends a person's due mails as the job does, and opens them, oldest first. */
  mailsTo(user: { _id: Id }): Promise<OpenedMail[]>;
  open(mail: Pick<MailDoc, '_id'>): Promise<OpenedMail>;
  remove(): Promise<void>;
}

/** Folder for the mails of one test file. */
export async function openMailBox(): Promise<MailBox> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'nadi-mail-'));
  const mailer = makeMailer({ from: 'Nadi <nadi@uni.example>', publicUrl: 'https://nadi.example', dataDir });
  const open = async ({ _id }: Pick<MailDoc, '_id'>): Promise<OpenedMail> => {
    const eml = await readFile(path.join(dataDir, 'mail', `${_id}.eml`), 'utf8');
    const body = decodeParts(eml);
    return { eml, body, html: body.slice(body.indexOf('<!doctype')) };
  };
  return {
    mailer,
    dataDir,
    open,
    mailsTo: async ({ _id: user }) => {
      for (const { _id } of await Mails.find({ user, due: { $exists: true } }).lean())
        await sendMail(String(_id), silent, { timeZone: dayZone(), mailer });
      const sent = await Mails.find({ user, sentAt: { $ne: null } })
        .sort({ _id: 1 })
        .lean();
      return Promise.all(sent.map(open));
    },
    remove: () => rm(dataDir, { recursive: true }),
  };
}
