import sharp from 'sharp';
import type { Plugin } from 'vite';
import { clothSvg, cloths, sharePicture, shareSize } from '../models/art/cover.js';
import { hash, random } from '../models/art/random.js';

/** Renders each cover pattern as a JPEG for link previews, which support no SVG; at build time, so that the gateway renders nothing. */
export function sharePictures(): Plugin {
  return {
    name: 'nadi:share-pictures',
    apply: 'build',
    async generateBundle() {
      for (const cloth of cloths) {
        const fileName = sharePicture(cloth);
        const svg = clothSvg(cloth, random(hash(fileName)), shareSize);
        const source = await sharp(Buffer.from(svg)).jpeg({ quality: 72, mozjpeg: true }).toBuffer();
        this.emitFile({ type: 'asset', fileName, source });
      }
    },
  };
}
