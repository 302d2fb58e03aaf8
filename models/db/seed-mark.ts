import { Meta } from './meta.js';

const ID = 'demo';

/** `loading`: a load began and did not end; `loaded`: all of it is there; `kept`: the community was there before, nothing was loaded. */
export type SeedMark = 'loading' | 'loaded' | 'kept';

/** How far the loading of the demo community has come. */
export async function seedMark(): Promise<SeedMark | undefined> {
  const found = await Meta.findById(ID).lean();
  return found?.value as SeedMark | undefined;
}

/** Writes it down. */
export async function writeSeedMark(mark: SeedMark): Promise<void> {
  await Meta.updateOne({ _id: ID }, { $set: { value: mark } }, { upsert: true });
}

/** Whether nothing of the demo community is still to come: for /readyz. */
export async function isSeeded(seed: 'demo' | 'empty'): Promise<boolean> {
  if (seed === 'empty') return true;
  const mark = await seedMark();
  return mark === 'loaded' || mark === 'kept';
}
