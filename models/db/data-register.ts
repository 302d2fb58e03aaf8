import { models } from './model.js';
import './all.js';
import { describedCollections } from './collections.js';

/** A collection with personal data, as the export and the deletion of an account treat it. */
interface CollectionLine {
  collection: string;
  isExported: boolean;
  /** Fields that an export leaves out. */
  omitted: string[];
  /** Whether the deletion of an account erases the person's part. */
  isErased: boolean;
  /** Days after which the database deletes a document by itself; null where it does not. */
  days: number | null;
}

const daySeconds = 86_400;

/** Days of the index by which the database deletes documents. */
function daysOf(collection: string): number | null {
  const times =
    models
      .get(collection)
      ?.schema.indexes()
      .map(([, { expireAfterSeconds } = {}]) => Number(expireAfterSeconds ?? Number.NaN)) ?? [];
  const seconds = times.find((time) => time >= daySeconds);
  return seconds === undefined ? null : Math.round(seconds / daySeconds);
}

let register: CollectionLine[] | undefined;

/** Every collection with personal data: the very list that export and deletion obey. Composed once, from the schemas of all models. */
export function dataRegister(): readonly CollectionLine[] {
  register ??= composeRegister();
  return register;
}

const composeRegister = (): CollectionLine[] =>
  describedCollections().flatMap(([collection, { exportFilter, exportedPart, omitted = [], erase }]) => {
    const isExported = exportFilter !== null || exportedPart !== undefined;
    return isExported || erase ? [{ collection, isExported, omitted, isErased: erase !== null, days: daysOf(collection) }] : [];
  });
