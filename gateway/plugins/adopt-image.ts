import type { FastifyInstance } from 'fastify';
import type { ParsedOf } from '#models/contract/define';
import { fieldTexts } from '#models/contract/errors';
import { fail } from '#models/contract/failure';
import { isUpload, uploadFolder } from '#models/contract/image-sizes';
import { type NewUpload, newUpload, reserveUpload, saveUpload, uploadToWire } from '#models/db/uploads';
import type { Action, CreatingAction, EarlyWork } from './calls.js';
import type { Ctx } from './context.js';
import { encodeImage, type ImageFault } from './images.js';
import { fetchRemoteImage } from './remote-images.js';

const isElsewhere = (image: string): boolean => /^https?:\/\//i.test(image);

/** Path of an upload of ours whose address has our own host; null for anything else. */
function ownPath(address: string, publicUrl: string): string | null {
  const path = address.startsWith(`${publicUrl}${uploadFolder}`) ? (address.slice(publicUrl.length).split(/[?#]/)[0] ?? '') : '';
  return isUpload(path) ? path : null;
}

/**
 * Resolves an image's address for storage: a path of ours stays as it is; a picture from elsewhere is fetched once and becomes an
 * upload, so that no viewer's browser asks another server. Returns an error text where that fails.
 */
export async function adopt(app: FastifyInstance, address: string, box?: number): Promise<{ path: string } | NewUpload | ImageFault> {
  if (!isElsewhere(address)) return { path: address };
  const path = ownPath(address, app.settings.publicUrl);
  if (path !== null) return { path };
  const bytes = await fetchRemoteImage(address, app.settings.fetchInside);
  if (bytes === null) return fieldTexts.image_unreachable;
  const encoded = await encodeImage(bytes, box);
  return typeof encoded === 'string' ? encoded : newUpload(encoded);
}

interface Adopted {
  image: string | undefined;
  upload: NewUpload | null;
}
interface ImageInput {
  image?: string | undefined;
}

/** Early work that adopts the image of a call. Fetching counts as an upload, beside the call itself. */
const adoptImageOf =
  <C>(app: FastifyInstance): EarlyWork<C, Adopted> =>
  async (input, { me, client }) => {
    const { image } = input as ImageInput;
    if (image === undefined || !isElsewhere(image)) return { image, upload: null };
    if (ownPath(image, app.settings.publicUrl) === null) await app.rateLimits.take('upload', me.id, client.address);
    const adopted = await adopt(app, image);
    if (typeof adopted === 'string') return fail('validation_failed', { image: adopted });
    return 'path' in adopted ? { image: adopted.path, upload: null } : { image: uploadToWire(adopted).Image, upload: adopted };
  };

const withImage = <Input>(input: Input, { image }: Adopted): Input => (image === undefined ? input : { ...input, image });
/** Saves the fetched picture, or reserves the named upload, so that the clean-up spares it until something shows it. */
async function keepAdopted({ image, upload }: Adopted, { me }: Ctx): Promise<void> {
  if (upload) await saveUpload(me._id, upload);
  else if (image !== undefined && isUpload(image)) await reserveUpload(image);
}

const noEarly = () => undefined;

/** Arguments of `route` for a call that changes an image: its action, and the early work that adopts the image. */
export function adoptingImage<C>(app: FastifyInstance, action: Action<C>): [Action<C, Adopted>, EarlyWork<C, Adopted>] {
  const act: Action<C, Adopted> = async (input, ctx, early) => {
    const adopted = early();
    await keepAdopted(adopted, ctx);
    return action(withImage(input, adopted), ctx, noEarly);
  };
  return [act, adoptImageOf<C>(app)];
}

/** As `adoptingImage`, for a call that accepts an `Idempotency-Key`: a repeat is answered even where the picture is gone by now. */
export function creatingWithImage<C, Made>(
  app: FastifyInstance,
  action: CreatingAction<C, Made>,
): [CreatingAction<C, Made, Adopted>, EarlyWork<C, Adopted>] {
  const prepare: CreatingAction<C, Made, Adopted>['prepare'] = async (input, ctx, early) => {
    const adopted = succeeded(early);
    const prepared = await action.prepare(adopted ? withImage<ParsedOf<C>>(input, adopted) : input, ctx, noEarly);
    return {
      recall: prepared.recall,
      create: async (keep) => {
        await keepAdopted(early(), ctx);
        return prepared.create(keep);
      },
    };
  };
  return [{ ...action, prepare }, adoptImageOf<C>(app)];
}

function succeeded(early: () => Adopted): Adopted | null {
  try {
    return early();
  } catch {
    return null;
  }
}
