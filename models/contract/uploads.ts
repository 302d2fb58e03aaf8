import * as z from 'zod/mini';
import { call } from './define.js';
import { fieldTexts } from './field-texts.js';
import { uploadFolder } from './image-sizes.js';
import { count, id, image } from './parts.js';

/** Maximum bytes of a sent image; less for the photo of a sign-up, which is a `data:` URL. */
export const largestImage = 5 * 1024 * 1024;
export const largestPhoto = 200 * 1024;

/** Path of an upload: stored as the image of a profile, a society, a post or an event. */
export const uploadPath = (uploadId: string): string => `${uploadFolder}${uploadId}`;

/** Route of uploads, with `:id` for the id. */
export const uploadRoute = uploadPath(':id');

export const upload = z.object({ ID: id, Image: z.string(), Width: count, Height: count });
export type Upload = z.output<typeof upload>;

export const importImage = call({
  name: 'importImage',
  feature: 'uploads',
  method: 'POST',
  path: '/uploads/import_image',
  auth: 'required',
  policy: 'upload.create',
  rate: 'upload',
  status: 201,
  input: z.object({ image: image.check(z.minLength(1, fieldTexts.image_needed)) }),
  data: upload,
  summary:
    'Fetch a picture from its address, once, and keep it as an upload. Calls that take an image do the same with an address of another server.',
  errors: ['pictures_busy'],
});

export const uploadImage = call({
  name: 'uploadImage',
  feature: 'uploads',
  method: 'POST',
  path: '/uploads/image',
  auth: 'required',
  policy: 'upload.create',
  rate: 'upload',
  status: 201,
  isForm: true,
  input: z.object({ image: z.file(fieldTexts.image_needed) }),
  data: upload,
  summary:
    'Send a JPEG, PNG, WebP or GIF of up to 5 MiB; it is kept as WebP, without what the camera wrote into it. Of a GIF the first picture.',
  errors: ['image_too_large', 'pictures_busy'],
});
