import { fieldTexts } from '#models/contract/field-texts';
import { importImage, largestImage, uploadImage } from '#models/contract/uploads';
import { ApiError, api } from './api';
import { pictureTypes } from './picture-types';

/** Longer than other calls: five megabytes take a while on a phone. */
const TIMEOUT = 60_000;

const RETRIES = 2;
/** Waits for the server's `retry-after` plus jitter, so clients refused together do not retry together. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2000 + 2000 * Math.random()));

/** Retries while the server processes too many pictures. */
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

/** Lets the gateway fetch a picture from another server; returns the address of the resulting upload. */
export async function importPicture(image: string, wait = pause): Promise<string> {
  const { data } = await retryWhileBusy(() => api(importImage, { image }, { timeout: TIMEOUT }), wait);
  return data.Image;
}

/**
 * Uploads a picture and returns its address. Refuses bad files before sending, with the codes of the server: `image_too_large`, or
 * an error of the field `image` for another file type.
 */
export async function uploadPicture(file: File, wait = pause): Promise<string> {
  if (!pictureTypes.includes(file.type)) {
    throw new ApiError(400, 'validation_failed', '', { image: fieldTexts.image_unreadable });
  }
  if (file.size > largestImage) throw new ApiError(413, 'image_too_large', '');
  const { data } = await retryWhileBusy(() => api(uploadImage, { image: file }, { timeout: TIMEOUT }), wait);
  return data.Image;
}
