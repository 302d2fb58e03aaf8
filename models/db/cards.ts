import { deleteAll, describeCollection } from './collections.js';
import { date, defineModel, type Id, mixed } from './model.js';

/** An id and a reason computed by a worker; a read loads and authorizes the object. */
export interface CardItem {
  id: Id;
  kind: 'post' | 'society' | 'event' | 'activity';
  score: number;
  at: Date;
  reason?: string;
  params?: Record<string, string>;
}

/** `_id`: `trending`, `recommendations:{user}`, `activity`, `activity:{society}`. */
export interface CardDoc {
  _id: string;
  items: CardItem[];
  computedAt: Date;
}

export const Cards = defineModel<CardDoc>('cards', {
  _id: { type: String, required: true },
  items: { ...mixed, default: [] },
  computedAt: date,
});

describeCollection(Cards, {
  isInternal: true,
  description: 'Recommendations for the person: deleted. Lines of activity are ids, and omit deleted people.',
  exportFilter: (user) => ({ _id: `recommendations:${user}` }),
  erase: deleteAll(Cards, ({ user }) => ({ _id: `recommendations:${user}` })),
});
