import type { Plugin } from 'vite';

/** Module of Vite that adds the links of a chunk's scripts and styles when it is imported. */
const helper = '\0vite/preload-helper.js';
const append = 'document.head.appendChild(link);';

/** Links that are added in one task: each takes a phone 2 to 6 ms, and a page has some thirty. */
const batchSize = 4;
const inBatches = `
const waitingLinks = [];
const appendBatch = () => {
  for (const link of waitingLinks.splice(0, ${batchSize})) document.head.appendChild(link);
  if (waitingLinks.length > 0) setTimeout(appendBatch);
};
const appendSoon = (link) => waitingLinks.push(link) === 1 && setTimeout(appendBatch);
`;

/** Adds the preloads of scripts in tasks of their own, so that the page stays responsive meanwhile. Styles, which it waits for, go first. */
export function preloadsInBatches(): Plugin {
  return {
    name: 'nadi:preloads-in-batches',
    apply: 'build',
    transform(code, id) {
      if (id !== helper) return null;
      if (code.split(append).length !== 2) throw new Error(`The preload helper of Vite has no single '${append}'.`);
      return { code: code.replace(append, `if (isCss) ${append} else appendSoon(link);`) + inBatches, map: null };
    },
  };
}
