import type { Plugin } from 'vite';

/** Fields of a declared call that only the server and the API's description read. */
const serverFields = [
  String.raw`summary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")`,
  String.raw`feature`,
  String.raw`policy: (?:'[^']*'|null)`,
  String.raw`rate: '[^']*'`,
  String.raw`errors: \[[^\]]*\]`,
];
const unread = new RegExp(`^  (?:${serverFields.join('|')}),\n`, 'gm');

/** Leaves out of the browser's build what it never reads of the declared calls. */
export function withoutServerParts(): Plugin {
  return {
    name: 'nadi:without-server-parts',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) => (id.includes('/models/contract/') ? { code: code.replace(unread, ''), map: null } : null),
  };
}
