import type { Plugin } from 'vite';

const summary = /^\s*summary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),\n/gm;

/** What the API's description says of each call is for its readers: no browser has to load it. */
export function withoutSummaries(): Plugin {
  return {
    name: 'nadi:without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) => (id.includes('/models/contract/') ? { code: code.replace(summary, ''), map: null } : null),
  };
}
