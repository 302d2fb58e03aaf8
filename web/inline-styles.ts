import type { Plugin } from 'vite';

const link = /<link rel="stylesheet" crossorigin href="\/([^"]+)">/g;

/**
 * Puts the first stylesheets into the page, which would else wait for them before its first paint. Their links stay, disabled:
 * what loads later parts looks for a link before it loads a stylesheet.
 */
export function inlineStyles(): Plugin {
  return {
    name: 'nadi:inline-styles',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const inlined = html.replace(link, (_link, file: string) => {
          const asset = bundle[file];
          if (asset?.type !== 'asset') throw new Error(`The build has no ${file}`);
          return `<style>${asset.source.toString().trim()}</style><link rel="stylesheet" disabled href="/${file}">`;
        });
        if (inlined === html) throw new Error('index.html has no stylesheet');
        return inlined;
      },
    },
  };
}
