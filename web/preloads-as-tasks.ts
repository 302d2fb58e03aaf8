import type { Plugin } from 'vite';

/** Module of Vite that adds the links of a chunk's scripts and styles when it is imported. */
const helper = '\0vite/preload-helper.js';
const append = 'document.head.appendChild(link);';

/**
 * Adds the preload of each script in a task of its own, so that the page answers to input meanwhile: a link takes a phone 2 to 6 ms,
 * and a page has some thirty. Styles, which the page waits for, are added at once.
 */
export function preloadsAsTasks(): Plugin {
  return {
    name: 'nadi:preloads-as-tasks',
    apply: 'build',
    transform(code, id) {
      if (id !== helper) return null;
      if (code.split(append).length !== 2) throw new Error(`The preload helper of Vite has no single '${append}'.`);
      return { code: code.replace(append, `if (isCss) ${append} else setTimeout(() => ${append.slice(0, -1)});`), map: null };
    },
  };
}
