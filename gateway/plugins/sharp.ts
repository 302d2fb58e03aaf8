import sharp from 'sharp';

// Allow only four of libvips' decoders: an SVG could fetch, a PDF could run for minutes.
const loaders = ['JpegBuffer', 'PngBuffer', 'WebpBuffer', 'NsgifBuffer'];
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: loaders.map((loader) => `VipsForeignLoad${loader}`) });
sharp.cache(false);
sharp.concurrency(1);

/** Quality of every WebP that is stored or sent. */
export const quality = 82;

export { sharp };
