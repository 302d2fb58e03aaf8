import { randomBytes } from 'node:crypto';
import { type Upload, uploadPath } from '#models/contract/uploads';
import { describeCollection } from './collections.js';
import { date, defineModel, type Id, maybeDate, needed, number, ref, toId } from './model.js';
import type { DbSession } from './transaction.js';

/** A re-encoded image. Its id is random, since it is the only access check. */
export interface UploadDoc {
  _id: Id;
  owner: Id;
  type: string;
  bytes: Uint8Array;
  width: number;
  height: number;
  createdAt: Date;
  /** Time since which nothing is found to use it; null while in use. */
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

describeCollection(Uploads, {
  description: 'Uploaded images. The job deletes those that nothing shows any more.',
  exportFilter: (user) => ({ owner: user }),
  omitted: ['bytes'],
  erase: null,
});

export type Encoded = Pick<UploadDoc, 'type' | 'bytes' | 'width' | 'height'>;
export type NewUpload = Encoded & Pick<UploadDoc, '_id'>;

/** Assigns the id of a new image. */
export const newUpload = (encoded: Encoded): NewUpload => ({ _id: toId(randomBytes(12).toString('hex')), ...encoded });

/** Stores an image, as an orphan until something uses it. */
export async function saveUpload(owner: Id, { bytes, ...upload }: NewUpload, session?: DbSession): Promise<void> {
  const now = new Date();
  const doc = { ...upload, bytes: Buffer.from(bytes), owner, createdAt: now, orphanedAt: now };
  await Uploads.create([doc], session ? { session } : {});
}

/** Extends an upload's life by a day before something shows it: the cleanup deletes only orphans of more than a day. */
export const reserveUpload = (path: string): Promise<unknown> =>
  Uploads.updateOne(
    { _id: toId(path.split('/').at(-1) ?? ''), orphanedAt: { $lte: new Date() } },
    { $set: { orphanedAt: new Date() } },
  ).exec();

/** An upload as its owner sees it. */
export const uploadToWire = ({ _id, width, height }: Pick<UploadDoc, '_id' | 'width' | 'height'>): Upload => ({
  ID: String(_id),
  Image: uploadPath(String(_id)),
  Width: width,
  Height: height,
});

/** The upload of this path as its owner sees it; null for an unknown one. */
export async function findSize(path: string): Promise<Upload | null> {
  const found = await Uploads.findById(path.split('/').at(-1), { width: 1, height: 1 }).lean();
  return found && uploadToWire(found);
}

/** Type and bytes of an upload; null for an unknown one. */
export async function findUpload(id: string): Promise<{ type: string; bytes: Buffer } | null> {
  const found = await Uploads.findById(id, { type: 1, bytes: 1 }).lean();
  if (!found) return null;
  // A lean read returns the driver's Binary.
  const { buffer } = found.bytes as unknown as { buffer: Uint8Array };
  return { type: found.type, bytes: Buffer.from(buffer) };
}
