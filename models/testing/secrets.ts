const address = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/;
/** 32 random bytes as base64url. */
const token = /(?<![\w-])[\w-]{43}(?![\w-])/;

/** Lines of a log that contain addresses, tokens, or passwords that were used successfully. */
export function linesWithSecrets(lines: readonly string[], passwords: ReadonlySet<string>): string[] {
  return lines.filter((line) => address.test(line) || token.test(line) || [...passwords].some((password) => line.includes(password)));
}
