import { randomBytes } from 'node:crypto';
import { type Upload, uploadPath } from '#models/contract/uploads';
import { date, defineModel, type Id, maybeDate, needed, number, ref, toId } from './model.js';
import type { DbSession } from './transaction.js';

/** An image as it was re-encoded. Its id is random, since whoever knows it may have the image. */
export interface UploadDoc {
  _id: Id;
  owner: Id;
  type: string;
  bytes: Uint8Array;
  width: number;
  height: number;
  createdAt: Date;
  /** Since when nothing uses it, as far as is known; null while something does. */
  orphanedAt: Date | null;
}

export const Uploads = defineModel<UploadDoc>(
  'uploads',
  {
    owner: ref,
    type: needed,
    bytes: { type: Buffer, required: true },
    width: number,
    height: number,
    createdAt: date,
    orphanedAt: maybeDate,
  },
  [[{ owner: 1 }], [{ orphanedAt: 1, _id: 1 }]],
);

export type Encoded = Pick<UploadDoc, 'type' | 'bytes' | 'width' | 'height'>;
export type NewUpload = Encoded & Pick<UploadDoc, '_id'>;

/** Gives an image the id under which it will be kept. */
export const newUpload = (encoded: Encoded): NewUpload => ({ _id: toId(randomBytes(12).toString('hex')), ...encoded });

/** Keeps an image; until something uses it, it is an orphan. */
export async function saveUpload(owner: Id, { bytes, ...upload }: NewUpload, session?: DbSession): Promise<void> {
  const now = new Date();
  const doc = { ...upload, bytes: Buffer.from(bytes), owner, createdAt: now, orphanedAt: now };
  await Uploads.create([doc], session ? { session } : {});
}

/** Keeps an upload for one more day, for what is about to show it: the tidy deletes only what has been an orphan for a day. */
export const reserveUpload = (path: string): Promise<unknown> =>
  Uploads.updateOne(
    { _id: toId(path.split('/').at(-1) ?? ''), orphanedAt: { $lte: new Date() } },
    { $set: { orphanedAt: new Date() } },
  ).exec();

/** What its owner is told of an upload. */
export const uploadToWire = ({ _id, width, height }: Pick<UploadDoc, '_id' | 'width' | 'height'>): Upload => ({
  ID: String(_id),
  Image: uploadPath(String(_id)),
  Width: width,
  Height: height,
});

/** What its owner was told of the upload with this path; null where there is none. */
export async function findSize(path: string): Promise<Upload | null> {
  const found = await Uploads.findById(path.split('/').at(-1), { width: 1, height: 1 }).lean();
  return found && uploadToWire(found);
}

/** An upload's type and bytes; null where there is none. */
export async function findUpload(id: string): Promise<{ type: string; bytes: Buffer } | null> {
  const found = await Uploads.findById(id, { type: 1, bytes: 1 }).lean();
  if (!found) return null;
  // What is read without a model's document is the driver's own kind of bytes.
  const { buffer } = found.bytes as unknown as { buffer: Uint8Array };
  return { type: found.type, bytes: Buffer.from(buffer) };
}
