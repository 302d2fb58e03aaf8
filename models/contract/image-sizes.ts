/** Path prefix of uploads. */
export const uploadFolder = '/uploads/';

const uploadAddress = /^\/uploads\/[0-9a-f]{24}$/;

/** Whether an image is one of our uploads: only these are stored and shown, so that no viewer's browser contacts another server. */
export const isUpload = (image: string): boolean => uploadAddress.test(image);

/** Widths (or heights, if less) that an upload is offered in beside the original: `?w=`. */
export const imageSizes = [96, 240, 800] as const;
const largest = 800;
/** Largest size of a stored upload. */
const whole = 1600;

interface ImageSource {
  src: string;
  /** Set if one size does not fit every screen. */
  srcSet?: string;
  sizes?: string;
}

/**
 * Image source for a width in CSS pixels, at two device pixels each: the smallest sufficient size of an upload. For large ones
 * also a `srcset`, so that a phone loads less than a desktop. Other sources, such as a file that was just chosen, are used as
 * they are.
 */
export function imageFor(image: string, pixels: number | undefined): ImageSource {
  if (!pixels || !image.startsWith(uploadFolder)) return { src: image };
  const size = imageSizes.find((each) => each >= 2 * pixels);
  if (size) return { src: `${image}?w=${size}` };
  return { src: image, srcSet: `${image}?w=${largest} ${largest}w, ${image} ${whole}w`, sizes: `min(100vw, ${pixels}px)` };
}
