import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uploadPath } from '#models/contract/uploads';
import { connect, createIndexes, disconnect } from '#models/db/connect';
import { newId } from '#models/db/model';
import { Posts } from '#models/db/posts';
import { newUpload, reserveUpload, saveUpload, Uploads } from '#models/db/uploads';
import { writeBarrier } from '#models/db/write-barrier';
import { buildEvent, buildPost, buildSociety, buildUser } from '#models/testing/builders';
import { testStores } from '#models/testing/stores';
import { silent } from '../log.js';
import { deleteOrphans } from './orphans.js';

beforeAll(async () => {
  await connect((await testStores()).mongoUri);
  await createIndexes();
});
afterAll(disconnect);
beforeEach(() => Uploads.deleteMany({}));

const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);
const bytes = new Uint8Array([1, 2, 3]);

/** An upload that has been an orphan since then; null for one in use. */
async function upload(orphanedAt: Date | null) {
  const made = newUpload({ type: 'image/webp', bytes, width: 1, height: 1 });
  await saveUpload(newId(), made);
  const { _id } = made;
  await Uploads.updateOne({ _id }, { $set: { orphanedAt } });
  return { _id, image: uploadPath(String(_id)) };
}
const orphanedAt = async ({ _id }: { _id: unknown }) => (await Uploads.findById(_id).lean())?.orphanedAt;

describe('unused uploads', () => {
  it('an unused upload is deleted after a day, not before', async () => {
    const [old, young] = [await upload(daysAgo(1.1)), await upload(daysAgo(0.9))];
    await deleteOrphans(silent);
    expect([await orphanedAt(old), await orphanedAt(young)]).toEqual([undefined, expect.any(Date)]);
  });

  it.each([
    ['profile', (image: string) => buildUser({ image })],
    ['society', (image: string) => buildSociety({ image })],
    ['post', (image: string) => buildPost({ image })],
    ['event', (image: string) => buildEvent({ image })],
  ])('an upload stays while a %s shows it', async (_name, build) => {
    const one = await upload(daysAgo(3));
    await build(one.image);
    await deleteOrphans(silent);
    expect(await orphanedAt(one)).toBe(null);
    await deleteOrphans(silent);
    expect(await orphanedAt(one)).toBe(null);
  });

  it('an upload that comes into use during the run stays', async () => {
    const one = await upload(daysAgo(3));
    writeBarrier.wait = async () => {
      writeBarrier.wait = undefined;
      await reserveUpload(one.image);
      await buildPost({ image: one.image });
    };
    await deleteOrphans(silent);
    expect(await orphanedAt(one)).toEqual(expect.any(Date));
    await deleteOrphans(silent);
    expect(await orphanedAt(one)).toEqual(expect.any(Date));
  });

  it('an upload is an orphan from when it was last used', async () => {
    const one = await upload(null);
    const post = await buildPost({ image: one.image });
    await deleteOrphans(silent);
    expect(await orphanedAt(one)).toBe(null);
    await Posts.deleteOne({ _id: post._id });
    await deleteOrphans(silent);
    expect((await orphanedAt(one))?.getTime()).toBeGreaterThan(Date.now() - 60_000);
    await Uploads.updateOne({ _id: one._id }, { $set: { orphanedAt: daysAgo(1.1) } });
    await deleteOrphans(silent);
    expect(await orphanedAt(one)).toBe(undefined);
  });
});
