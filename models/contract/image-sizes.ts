/** Where uploads are had. */
export const uploadFolder = '/uploads/';

const uploadAddress = /^\/uploads\/[0-9a-f]{24}$/;

/** Whether an image is one of our uploads: the only kind that is stored and shown, so that no viewer's browser asks another server. */
export const isUpload = (image: string): boolean => uploadAddress.test(image);

/** How wide, or high where that is less, an upload is given besides as it was sent: `?w=`. */
export const imageSizes = [96, 240, 800] as const;
const largest = 800;
/** No upload is kept larger. */
const whole = 1600;

interface ImageSource {
  src: string;
  /** From what a browser chooses where one size is not enough for every screen. */
  srcSet?: string;
  sizes?: string;
}

/**
 * Where an image is had that is shown so many CSS pixels wide at most, on a screen with two of its own for each: an upload in
 * the least size that is enough; of one that is shown large a browser takes what its screen needs, a phone less than a desktop.
 * What is no upload, as a file that was just chosen, is had as it is.
 */
export function imageFor(image: string, pixels: number | undefined): ImageSource {
  if (!pixels || !image.startsWith(uploadFolder)) return { src: image };
  const size = imageSizes.find((each) => each >= 2 * pixels);
  if (size) return { src: `${image}?w=${size}` };
  return { src: image, srcSet: `${image}?w=${largest} ${largest}w, ${image} ${whole}w`, sizes: `min(100vw, ${pixels}px)` };
}
