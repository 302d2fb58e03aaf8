import sharp from 'sharp';

// Allow four decoders of all that libvips has: an SVG could fetch, a PDF could run for minutes.
const loaders = ['JpegBuffer', 'PngBuffer', 'WebpBuffer', 'NsgifBuffer'];
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: loaders.map((loader) => `VipsForeignLoad${loader}`) });
sharp.cache(false);
sharp.concurrency(1);

/** The quality of every WebP that is kept or sent. */
export const quality = 82;

export { sharp };
