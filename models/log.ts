import { type LoggerOptions, stdSerializers } from 'pino';

/** E-mail address in any text: database errors repeat documents, mail servers their envelopes. */
const addresses = /[^\s@"'`<>(){},;:=\\/]+@[^\s@"'`<>(){},;:\\/]+\.[^\s@"'`<>(){},;:\\/]+/g;
/** Fields that hold a secret, whoever logs them. */
const secrets = /"((?:[a-z]+_)?(?:password|token|authorization|cookie|secret)[a-z]*)":"(?:[^"\\]|\\.)*"/gi;
const inQuery = /([?&](?:token|password|email|key|code)=)[^&\s"'\\]+/gi;
/** Token as issued: 32 bytes as base64url, as a whole word. */
const tokens = /(?<![\w-])[\w-]{43}(?![\w-])/g;

/** Removes e-mail addresses, tokens and passwords from a log line. */
export const redact = (line: string): string =>
  line.replace(secrets, '"$1":"…"').replace(inQuery, '$1…').replace(addresses, '…@…').replace(tokens, '…');

/** Drops all fields of an error but its origin: database errors contain whole documents. */
function plainError(error: Error) {
  const { type, message, stack } = stdSerializers.err(error);
  const { code } = error as { code?: unknown };
  return { type, message, stack, ...(code === undefined ? {} : { code }) };
}

/** Logger options of all processes: no line holds a token, a password or an e-mail address. */
export const logOptions = (level: string): LoggerOptions => ({
  level,
  serializers: { err: plainError },
  hooks: { streamWrite: redact },
});
