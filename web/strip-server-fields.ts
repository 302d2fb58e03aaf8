import type { Plugin } from 'vite';

/** Fields of a declared call that only the server and the API description use. */
const serverFields = [
  String.raw`summary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")`,
  'feature',
  "policy: (?:'[^']*'|null)",
  "rate: '[^']*'",
  String.raw`errors: \[[^\]]*\]`,
];
const unread = new RegExp(`^  (?:${serverFields.join('|')}),\n`, 'gm');

/** Calls whose input a form is checked with. */
export const readInputs = new Set(['createEvent', 'createSociety', 'getAuditEntries', 'updateProfile']);
const declaredCall = /^export const (\w+) = call\(\{\n[\s\S]*?^\}\);$/gm;
const input = /^ {2}input: [\s\S]*?,\n(?= {2}\w|\}\);)/m;

/** The calls of a contract file without what the browser never reads. */
const withoutUnread = (code: string): string =>
  code.replace(declaredCall, (call, name: string) => (readInputs.has(name) ? call : call.replace(input, '')).replace(unread, ''));

/** Matches the place where a call, a message or a schema is declared. */
const declared =
  /(?<![.\w])(?=(?:z\s*\.\s*\w+|call|message|id|line|text|freeLine|freeText|optionalText|name|query|wholeNumber|cardSize|nullable)(?:\.check)?\()/g;

/** Strips fields of declared calls that the browser never reads from its build, and everything that only they use. */
export function withoutServerParts(): Plugin {
  return {
    name: 'nadi:without-server-parts',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) =>
      id.includes('/models/contract/') ? { code: withoutUnread(code).replace(declared, '/* @__PURE__ */ '), map: null } : null,
  };
}
