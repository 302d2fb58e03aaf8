import { byUser, deleteAll, describeCollection } from './collections.js';
import { defineModel, type Id, needed, newId, ref } from './model.js';
import type { DbSession } from './transaction.js';

/** A document of an account in its grace, taken out of its collection so that no read finds it. */
export interface HeldDocument {
  _id: Id;
  user: Id;
  /** Name of the collection that it comes from. */
  from: string;
  body: { _id: Id; [field: string]: unknown };
}

export const HeldDocuments = defineModel<HeldDocument>(
  'heldDocuments',
  { user: ref, from: needed, body: { type: Object, required: true } },
  [[{ user: 1, from: 1 }]],
);

describeCollection(HeldDocuments, {
  isInternal: true,
  description:
    'Documents that a deleted account gets back when its owner restores it in time. Deleted with the account, at the end of the grace.',
  exportFilter: null,
  erase: deleteAll(HeldDocuments, byUser),
});

/** Stores documents of an account in its grace, in the transaction that takes them out of their collection. */
export async function holdDocuments(session: DbSession, user: Id, from: string, bodies: readonly object[]): Promise<void> {
  const held = bodies.map((body) => ({ _id: newId(), user, from, body: body as HeldDocument['body'] }));
  await HeldDocuments.create(held, { session, ordered: true });
}
