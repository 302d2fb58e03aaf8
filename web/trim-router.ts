import type { Plugin } from 'vite';

const router = /\/react-router\/dist\/development\/chunk-\w+\.mjs$/;

/** Parts of React Router that the app does not use and the build cannot see: links that fetch the data of their page ahead, and debugging aids. */
const replacements: [RegExp, string][] = [
  [/^\w+\.displayName = "[^"]*";$/gm, ''],
  [/= (React\d*\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ $1'],
  [/var ENABLE_DEV_WARNINGS = true;/, 'var ENABLE_DEV_WARNINGS = false;'],
  [/usePrefetchBehavior\(\s*prefetch,\s*rest\s*\);/, '[false, null, {}];'],
  [/return shouldPrefetch && !isAbsolute \?/, 'return false ?'],
];

/** Removes from React Router what nobody here uses: a quarter of what it adds to the first load. */
export function trimRouter(): Plugin {
  return {
    name: 'nadi:trim-router',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!router.test(id) || !code.includes('function usePrefetchBehavior(')) return null;
      for (const [pattern] of replacements) if (code.search(pattern) < 0) throw new Error(`React Router has no ${pattern.source}`);
      return { code: replacements.reduce((text, [pattern, by]) => text.replace(pattern, by), code), map: null };
    },
  };
}
