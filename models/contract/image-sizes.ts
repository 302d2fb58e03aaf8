/** Where uploads are had. */
export const uploadFolder = '/uploads/';

/** How wide, or high where that is less, an upload is given besides as it was sent: `?w=`. */
export const imageSizes = [96, 240, 800] as const;

/**
 * The address of an image that is shown so many CSS pixels wide, on a screen with two of its own for each: an upload in the
 * least size that is enough. What is no upload of ours is had as it is.
 */
export function imageFor(image: string, pixels: number | undefined): string {
  const size = pixels && imageSizes.find((each) => each >= 2 * pixels);
  return size && image.startsWith(uploadFolder) ? `${image}?w=${size}` : image;
}
