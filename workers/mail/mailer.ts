import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Composed } from './compose.js';

export interface MailSettings {
  /** Without it, mails are written as files to `dataDir`. */
  smtpUrl?: string | undefined;
  from: string;
  dataDir: string;
  publicUrl: string;
}

/** A mail with its envelope; `id` names its file. */
export interface Letter extends Composed {
  id: string;
  to: string;
}

export interface Mailer {
  publicUrl: string;
  send(letter: Letter): Promise<void>;
  /** Deletes the file of a mail, if it has one. */
  discard(id: string): Promise<void>;
  /** Deletes the files from before this time; returns their number. */
  discardBefore(time: Date): Promise<number>;
}

/** Failed mail: `unsent` may be retried, `refused` never will be accepted, `unknown` may have arrived. */
export class MailFault extends Error {
  readonly outcome: 'unsent' | 'refused' | 'unknown';
  constructor(outcome: MailFault['outcome'], code: string) {
    // The server's message may hold an address, so keep it out of every log.
    super(`The mail server did not take it (${code}).`);
    this.name = 'MailFault';
    this.outcome = outcome;
  }
}

const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
const errorsBeforeData = new Set(['EAUTH', 'ENOAUTH', 'EDNS', 'ETLS']);

/** A refusal, or a failure before the server could read anything, is certain; later failures are unknown. */
function faultOf(error: unknown): MailFault {
  const {
    code = 'unknown',
    responseCode,
    syscall,
    message = '',
  } = error as Partial<Record<'code' | 'syscall' | 'message', string>> & { responseCode?: number };
  if (responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH') return new MailFault('refused', String(responseCode));
  const isCertain =
    responseCode !== undefined ||
    errorsBeforeData.has(code) ||
    syscall === 'connect' ||
    /^(Connection timeout|Greeting never received)/.test(message);
  return new MailFault(isCertain ? 'unsent' : 'unknown', String(responseCode ?? code));
}

/** Sends by SMTP, or writes .eml files. */
export function makeMailer({ smtpUrl, from, dataDir, publicUrl }: MailSettings): Mailer {
  const folder = path.join(dataDir, 'mail');
  const fileOf = (id: string): string => path.join(folder, `${id}.eml`);
  const discard = (id: string): Promise<void> => rm(fileOf(id), { force: true });
  const discardBefore = async (time: Date): Promise<number> => {
    const files = await readdir(folder).catch(() => []);
    let count = 0;
    for (const file of files) {
      const { mtime } = await stat(path.join(folder, file));
      if (mtime >= time) continue;
      await rm(path.join(folder, file), { force: true });
      count += 1;
    }
    return count;
  };
  if (smtpUrl !== undefined) {
    const transport = createTransport({ url: smtpUrl, ...limits });
    return {
      publicUrl,
      discard,
      discardBefore,
      send: async ({ id, to, ...letter }) => {
        try {
          await transport.sendMail({ from, to: { name: '', address: to }, messageId: `<${id}@nadi>`, ...letter });
        } catch (error) {
          throw faultOf(error);
        }
      },
    };
  }
  const fileTransport = createTransport({ streamTransport: true, buffer: true });
  return {
    publicUrl,
    discard,
    discardBefore,
    send: async ({ id, to, ...letter }) => {
      const { message } = await fileTransport.sendMail({ from, to: { name: '', address: to }, messageId: `<${id}@nadi>`, ...letter });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(`${fileOf(id)}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${fileOf(id)}.part`, fileOf(id));
    },
  };
}
