import type { Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';
import { pages } from '../models/contract/pages.js';
import { precacheManifestOf } from './service-worker.js';

interface Part {
  /** The source module. */
  of: string;
  imports?: string[];
  css?: string[];
  isEntry?: boolean;
}
const name = (fileName: string): string => fileName.replace(/^assets\/|\.js$/g, '');
const chunk = (fileName: string, { of, imports = [], css = [], isEntry = false }: Part) => ({
  type: 'chunk',
  fileName,
  name: name(fileName),
  facadeModuleId: of,
  isEntry,
  imports,
  viteMetadata: { importedCss: new Set(css) },
});
const asset = (fileName: string, source = '') => ({ type: 'asset', fileName, source });

const parts: Record<string, Part> = {
  'sw.js': { of: '/web/sw/sw.ts', isEntry: true },
  'assets/index.js': { of: '/web/index.html', isEntry: true, imports: ['assets/react.js'], css: ['assets/index.css'] },
  'assets/react.js': { of: '', imports: ['assets/index.js'] },
  'assets/home.js': { of: '/web/src/pages/home-page.tsx', imports: ['assets/posts.js'] },
  'assets/posts.js': { of: '', css: ['assets/posts.css'] },
  'assets/people.js': { of: '/web/src/pages/admin-people-page.tsx', imports: ['assets/react.js'], css: ['assets/people.css'] },
  'assets/ar-home.js': { of: '/models/texts/ar/home.json' },
  'assets/ar-terms.js': { of: '/models/texts/ar/terms.json' },
};
const files = [
  asset('index.html', '<script src="assets/index.js">'),
  asset('assets/readex-pro-arabic-wght-1.woff2'),
  asset('assets/readex-pro-vietnamese-wght-1.woff2'),
];
const bundleOf = (built: Record<string, Part>, assets = files): Rolldown.OutputBundle => {
  const all = [...Object.entries(built).map(([fileName, part]) => chunk(fileName, part)), ...assets];
  return Object.fromEntries(all.map((file) => [file.fileName, file])) as unknown as Rolldown.OutputBundle;
};
const versionWith = (built: Record<string, Part>, assets = files): string => precacheManifestOf(bundleOf(built, assets)).version;
const version = versionWith(parts);

describe('the precache manifest', () => {
  it('lists files of the first pages and the app for install, and all other scripts, styles and texts as parts', () => {
    expect(precacheManifestOf(bundleOf(parts))).toEqual({
      version: expect.stringMatching(/^[\da-f]{12}$/),
      files: [
        '/assets/ar-home.js',
        '/assets/home.js',
        '/assets/index.css',
        '/assets/index.js',
        '/assets/posts.css',
        '/assets/posts.js',
        '/assets/react.js',
        '/assets/readex-pro-arabic-wght-1.woff2',
        '/boot.js',
        '/icon-192.png',
        '/icon.svg',
        '/manifest.webmanifest',
        '/offline.html',
      ],
      parts: ['/assets/ar-terms.js', '/assets/people.css', '/assets/people.js'],
      pages: [...pages],
    });
  });

  it('changes its version when the page or any part changes', () => {
    const { 'assets/people.js': people, 'assets/home.js': home, ...rest } = parts;
    expect(versionWith({ ...parts })).toBe(version);
    expect(versionWith({ ...rest, 'assets/home.js': home!, 'assets/people-2.js': people! })).not.toBe(version);
    expect(versionWith({ ...rest, 'assets/home-2.js': home!, 'assets/people.js': people! })).not.toBe(version);
    expect(versionWith(parts, [asset('index.html', '<script src="assets/index-2.js">'), ...files.slice(1)])).not.toBe(version);
  });
});
