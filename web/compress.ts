import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const worth = /\.(js|css|svg|html|json)$/;
/** Smaller files are not worth it: the compression header is larger than the saving. */
const smallest = 150;
const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < smallest) return;
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await Promise.all([
    brotli(content, best).then((small) => writeFile(`${file}.br`, small)),
    gz(content, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
  ]);
}

/** Compresses the built files, so that the gateway need not compress responses. */
export function compress(): Plugin {
  return {
    name: 'nadi:compress',
    apply: 'build',
    async writeBundle({ dir }) {
      if (!dir) return;
      const files = await readdir(dir, { recursive: true });
      await Promise.all(files.filter((file) => worth.test(file)).map((file) => compressFile(path.join(dir, file))));
    },
  };
}
