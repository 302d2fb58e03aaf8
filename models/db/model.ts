import type { IndexDefinition, IndexOptions, Model, SchemaDefinition, Types } from 'mongoose';
import mongoose from 'mongoose';

export type Id = Types.ObjectId;
/** Parses a document id from its text form. */
export const toId = (id: string): Id => new mongoose.Types.ObjectId(id);
export const newId = (): Id => new mongoose.Types.ObjectId();
/** The smallest id that a document made at this time can have. */
export const idOfTime = (ms: number): Id => mongoose.Types.ObjectId.createFromTime(Math.floor(ms / 1000));

export type IndexDeclaration = readonly [IndexDefinition, IndexOptions?];

/** Every model by collection, for creating indexes, exports and guards. */
export const models = new Map<string, Model<unknown>>();

/** Declares a collection. Unknown fields are rejected, and mongoose creates no index or collection by itself. */
export function defineModel<T>(collection: string, fields: SchemaDefinition, indexes: readonly IndexDeclaration[] = []): Model<T> {
  const schema = new mongoose.Schema(fields, {
    collection,
    versionKey: false,
    autoIndex: false,
    autoCreate: false,
    minimize: false,
    strict: 'throw',
  });
  for (const [keys, options] of indexes) schema.index(keys, options ?? {});
  const model = mongoose.model(collection, schema) as unknown as Model<T>;
  models.set(collection, model as unknown as Model<unknown>);
  return model;
}

// Field definitions, short because every collection uses them.
const { ObjectId, Mixed } = mongoose.Schema.Types;
export const ref = { type: ObjectId, required: true } as const;
export const refs = { type: [ObjectId], default: [] };
export const maybeRefs = { type: [ObjectId], default: undefined };
export const optionalRef = { type: ObjectId, default: undefined } as const;
export const maybeRef = { type: ObjectId, default: null } as const;
export const string = { type: String, default: '' } as const;
export const needed = { type: String, required: true } as const;
export const optionalString = { type: String, default: undefined } as const;
export const maybeString = { type: String, default: null } as const;
export const number = { type: Number, default: 0 } as const;
export const optionalNumber = { type: Number, default: undefined } as const;
export const maybeNumber = { type: Number, default: null } as const;
export const date = { type: Date, required: true } as const;
export const maybeDate = { type: Date, default: null } as const;
export const optionalDate = { type: Date, default: undefined } as const;
export const flag = { type: Boolean, default: false } as const;
export const on = { type: Boolean, default: true } as const;
/** True or absent, for partial indexes. */
export const mark = { type: Boolean, default: undefined } as const;
/** Outbox mark: time since which follow-up work is due; absent once it is done. */
export const due = { type: Date, default: undefined } as const;
export const mixed = { type: Mixed, default: undefined } as const;
export const version = { type: Number, default: 1 } as const;

/** Finds outbox records with follow-up work due. */
export const dueIndex: IndexDeclaration = [{ due: 1 }, { partialFilterExpression: { due: { $exists: true } } }];
/** Finds documents that show an upload; omits external images. */
export const imageIndex: IndexDeclaration = [{ image: 1 }, { partialFilterExpression: { image: { $gte: '/uploads/', $lt: '/uploads0' } } }];
/** Finds documents whose counters must be recomputed. */
export const recountIndex: IndexDeclaration = [{ recount: 1 }, { partialFilterExpression: { recount: true } }];
