import type { Plugin } from 'vite';

const stub = '\0nadi:still-transition';
const transition = /\/Transition\/Transition\.mjs$/;
/** Both are in the first load, and use a transition for nothing but the loader that takes the place of their words. */
const buttons = /\/@mantine\/core\/esm\/components\/(?:Button|ActionIcon)\/[^/]+\.mjs$/;

/** Lets the loader of Mantine's buttons come without moving: the transitions weigh more than the buttons do. */
export function withoutButtonTransitions(): Plugin {
  return {
    name: 'nadi:without-button-transitions',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) => (importer && buttons.test(importer) && transition.test(source) ? stub : null),
    load: (id) => (id === stub ? 'export const Transition = ({ mounted, children }) => (mounted ? children({}) : null);' : null),
  };
}
