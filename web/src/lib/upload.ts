import { errors, fieldTexts } from '#models/contract/errors';
import { largestImage, uploadImage } from '#models/contract/uploads';
import { ApiError, api } from './api';

/** What may be chosen, for a file input's `accept`. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];
/** A picture of five megabytes takes longer than a call, over a phone. */
const TIMEOUT = 60_000;

/**
 * Sends a picture and answers its address. What cannot be right is refused before it is sent, as the server would: too
 * large is `image_too_large`, another kind of file an error of the field `image`.
 */
export async function uploadPicture(file: File): Promise<string> {
  if (!pictureTypes.includes(file.type)) {
    throw new ApiError(400, 'validation_failed', errors.validation_failed[1], { image: fieldTexts.image_unreadable });
  }
  if (file.size > largestImage) throw new ApiError(413, 'image_too_large', errors.image_too_large[1]);
  const { data } = await api(uploadImage, { image: file }, { timeout: TIMEOUT });
  return data.Image;
}
