import { type LoggerOptions, stdSerializers } from 'pino';

/** An address in whatever text: in errors of the database, which repeat what was written, in lines of a mail server. */
const addresses = /[^\s@"'`<>(){},;:=\\/]+@[^\s@"'`<>(){},;:\\/]+\.[^\s@"'`<>(){},;:\\/]+/g;
/** Fields that hold a secret, whoever logs them. */
const secrets = /"((?:[a-z]+_)?(?:password|token|authorization|cookie|secret)[a-z]*)":"(?:[^"\\]|\\.)*"/gi;
const inQuery = /([?&](?:token|password|email|key)=)[^&\s"'\\]+/gi;
/** A token as it is given out: 32 bytes as base64url, standing alone. */
const tokens = /(?<![\w-])[\w-]{43}(?![\w-])/g;

/** A line of the log without e-mail addresses, tokens and passwords. */
export const redact = (line: string): string =>
  line.replace(secrets, '"$1":"…"').replace(inQuery, '$1…').replace(addresses, '…@…').replace(tokens, '…');

/** Of an error only what says where it was: errors of the database carry whole documents. */
function plainError(error: Error) {
  const { type, message, stack } = stdSerializers.err(error);
  const { code } = error as { code?: unknown };
  return { type, message, stack, ...(code === undefined ? {} : { code }) };
}

/** How every process logs: no line holds a token, a password or an e-mail address. */
export const logOptions = (level: string): LoggerOptions => ({
  level,
  serializers: { err: plainError },
  hooks: { streamWrite: redact },
});
