import { createHash, randomInt } from 'node:crypto';

/** Letters and digits, without those that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const groups = /.{4}(?=.)/g;

/** A new secret that people type, in groups of four. */
export const newTypedCode = (length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)])
    .join('')
    .replace(groups, '$&-');

/** Hash of a code as it was typed: letter case, spaces and dashes do not count. */
export const hashOfTypedCode = (code: string): string =>
  createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest('hex');
