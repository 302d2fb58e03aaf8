import type { Id } from './model.js';

/** A deleted account. With `keepPosts` its posts stay, by 'Deleted user'. */
export interface DeletedPerson {
  user: Id;
  emailFolded: string;
  keepPosts: boolean;
  /** The last round: no call of this person can still be running. */
  isLast: boolean;
}

/** Marks documents so that the sweeper recomputes their counters. */
export type Recount = (kind: 'post' | 'society' | 'event' | 'user', ids: readonly Id[]) => Promise<void>;

/** Properties of a collection besides its fields and indexes. */
export interface CollectionDescription {
  /** Its documents never leave the server as they are, so it has no `…ToWire` function. */
  isInternal?: true;
  /** Describes the personal data in the collection and what a deleted account leaves of it. */
  description: string;
  /** Filter for a person's own documents, for the export; null without any. */
  exportFilter: ((user: Id) => object) | null;
  /** Fields omitted from the export: secrets and computed values. */
  omitted?: string[];
  /** A person's own part of documents that are others': exported under this name, with these fields only. */
  exportedPart?: { name: string; filter: (user: Id) => object; fields: string[] };
  /** Erases the data of a deleted account. Idempotent. */
  erase: ((person: DeletedPerson, recount: Recount) => Promise<void>) | null;
}

/** Description of a collection without personal data. */
export const noPersonData = (description: string): CollectionDescription => ({ description, exportFilter: null, erase: null });

interface Deletable {
  deleteMany(filter: object): unknown;
}
/** Deletes all matching documents, which no counter includes. */
export const deleteAll =
  (model: Deletable, filter: (person: DeletedPerson) => object): CollectionDescription['erase'] =>
  async (person) => {
    await model.deleteMany(filter(person));
  };

interface Linking extends Deletable {
  distinct(field: string, filter: object): unknown;
}
type Link = [kind: Parameters<Recount>[0], field: string, filter: (person: DeletedPerson) => object];
/**
 * Deletes documents that counters elsewhere include. Marks these before, for a crash in between, and after, for a recount in
 * between.
 */
export const deleteAndRecount =
  (model: Linking, ...links: Link[]): CollectionDescription['erase'] =>
  async (person, recount) => {
    for (const [kind, field, filter] of links) {
      const ids = (await model.distinct(field, filter(person))) as Id[];
      await recount(kind, ids);
      await model.deleteMany(filter(person));
      await recount(kind, ids);
    }
  };

/** Filters for documents whose field `user` is the person. */
export const ofUser = (user: Id) => ({ user });
export const byUser = ({ user }: DeletedPerson) => ({ user });

/** Erases texts at once; the removed documents and all that refers to them are deleted after 30 days. */
export const emptied = { content: '' };

const descriptions = new Map<string, CollectionDescription>();

/** Describes a collection, once, in the file that declares it. */
export function describeCollection({ modelName }: { modelName: string }, description: CollectionDescription): void {
  descriptions.set(modelName, description);
}

/** Descriptions of all collections, by name. Without `all.ts`, of those that are imported. */
export const describedCollections = (): [name: string, description: CollectionDescription][] =>
  [...descriptions].sort(([a], [b]) => (a < b ? -1 : 1));
