import type { Plugin } from 'vite';

const stub = '\0nadi:still-transition';
const transition = /\/Transition\/Transition\.mjs$/;
/** Both are in the first load, and use a transition only for the loader that replaces their label. */
const buttons = /\/@mantine\/core\/esm\/components\/(?:Button|ActionIcon)\/[^/]+\.mjs$/;

/** Removes the transition of the loader in Mantine's buttons, whose code is larger than the buttons. */
export function withoutButtonTransitions(): Plugin {
  return {
    name: 'nadi:without-button-transitions',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) => (importer && buttons.test(importer) && transition.test(source) ? stub : null),
    load: (id) => (id === stub ? 'export const Transition = ({ mounted, children }) => (mounted ? children({}) : null);' : null),
  };
}
