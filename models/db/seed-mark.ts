import { Meta } from './meta.js';

const ID = 'demo';

/** `loading`: started, not finished. `loaded`: finished. `kept`: the database already had a community, nothing was loaded. */
export type SeedMark = 'loading' | 'loaded' | 'kept';

/** State of loading the demo community. */
export async function seedMark(): Promise<SeedMark | undefined> {
  const found = await Meta.findById(ID).lean();
  return found?.value as SeedMark | undefined;
}

export async function writeSeedMark(mark: SeedMark): Promise<void> {
  await Meta.updateOne({ _id: ID }, { $set: { value: mark } }, { upsert: true });
}

/** True when the demo community is loaded or not requested: for /readyz. */
export async function isSeeded(seed: 'demo' | 'empty'): Promise<boolean> {
  if (seed === 'empty') return true;
  const mark = await seedMark();
  return mark === 'loaded' || mark === 'kept';
}
