import type { Plugin } from 'vite';

const subsets = { en: 'latin', ar: 'arabic' };
const head = '</title>';

/**
 * Names the font of each language in the page, so that boot.js, which knows the language, can preload it: lines would break
 * elsewhere when it comes after the first text.
 */
export function fontNames(): Plugin {
  return {
    name: 'nadi:font-names',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const fonts = Object.entries(subsets).map(([language, subset]) => {
          const file = Object.keys(bundle).find((name) => new RegExp(`/readex-pro-${subset}-wght-[^/]*\\.woff2$`).test(name));
          if (!file) throw new Error(`The build has no font of ${subset} letters`);
          return `data-${language}="/${file}"`;
        });
        if (!html.includes(head)) throw new Error('index.html has no title');
        return html.replace(head, `${head}\n    <meta name="nadi-fonts" ${fonts.join(' ')} />`);
      },
    },
  };
}
