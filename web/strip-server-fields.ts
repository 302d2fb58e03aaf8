import type { Plugin } from 'vite';

/** Fields of a declared call that only the server and the API description use. */
const serverFields = [
  String.raw`summary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")`,
  String.raw`feature`,
  String.raw`policy: (?:'[^']*'|null)`,
  String.raw`rate: '[^']*'`,
  String.raw`errors: \[[^\]]*\]`,
];
const unread = new RegExp(`^  (?:${serverFields.join('|')}),\n`, 'gm');

/** Strips fields of declared calls that the browser never reads from its build. */
export function withoutServerParts(): Plugin {
  return {
    name: 'nadi:without-server-parts',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) => (id.includes('/models/contract/') ? { code: code.replace(unread, ''), map: null } : null),
  };
}
