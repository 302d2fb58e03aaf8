import type { ReasonCode } from '#models/contract/recommendation-order';
import { deleteAll, describeCollection } from './collections.js';
import { date, defineModel, type Id, mixed } from './model.js';

/** A reason that counts for a recommendation, and what it was counted from. */
export interface Factor {
  code: ReasonCode;
  input: number;
}

/** Numbers of a society: new members and posts of the last seven days, events of the next. */
export interface SocietyWeek {
  members: number;
  joined: number;
  posted: number;
  planned: number;
}

/** An id and a reason computed by a worker; a read loads and authorizes the object. */
export interface CardItem {
  id: Id;
  kind: 'post' | 'society' | 'event' | 'activity';
  score: number;
  at: Date;
  reason?: string;
  params?: Record<string, string>;
  /** Of a trending society: the numbers that its score is made from. */
  counts?: SocietyWeek;
  /** Of a recommendation: everything that its score adds up from. */
  factors?: Factor[];
}

/** Ids of cards. */
export const recommendationsCard = (user: Id | string): string => `recommendations:${user}`;
export const trendingSocietiesCard = 'trending-societies';

/** `_id`: `trending`, `trending-societies`, `recommendations:{user}`, `activity`, `activity:{society}`. */
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
  exportFilter: (user) => ({ _id: recommendationsCard(user) }),
  erase: deleteAll(Cards, ({ user }) => ({ _id: recommendationsCard(user) })),
});
