import { errors, fieldTexts } from '#models/contract/errors';
import { importImage, largestImage, uploadImage } from '#models/contract/uploads';
import { ApiError, api } from './api';

/** What may be chosen, for a file input's `accept`. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];
/** A picture of five megabytes takes longer than a call, over a phone. */
const TIMEOUT = 60_000;

const RETRIES = 2;
/** Spread the retries of those who were refused together, after the server's `retry-after`. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2000 + 2000 * Math.random()));

/** Tries again by itself while too many pictures are being uploaded. */
async function retryWhileBusy<T>(work: () => Promise<T>, wait: () => Promise<void>): Promise<T> {
  for (let left = RETRIES; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'pictures_busy' || left === 0) throw error;
      await wait();
    }
  }
}

/** Has the gateway fetch a picture of another server, and answers the address of the upload that it becomes. */
export async function importPicture(image: string, wait = pause): Promise<string> {
  const { data } = await retryWhileBusy(() => api(importImage, { image }, { timeout: TIMEOUT }), wait);
  return data.Image;
}

/**
 * Sends a picture and answers its address. What cannot be right is refused before it is sent, as the server would: too
 * large is `image_too_large`, another kind of file an error of the field `image`.
 */
export async function uploadPicture(file: File, wait = pause): Promise<string> {
  if (!pictureTypes.includes(file.type)) {
    throw new ApiError(400, 'validation_failed', errors.validation_failed[1], { image: fieldTexts.image_unreadable });
  }
  if (file.size > largestImage) throw new ApiError(413, 'image_too_large', errors.image_too_large[1]);
  const { data } = await retryWhileBusy(() => api(uploadImage, { image: file }, { timeout: TIMEOUT }), wait);
  return data.Image;
}
