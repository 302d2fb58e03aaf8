import type { eventCategories } from '#models/contract/events';
import type { societyCategories, whoCan } from '#models/contract/societies';

export const locales = ['en', 'ar'] as const;
export type Locale = (typeof locales)[number];
/** The same in English and in Arabic. */
export type Pair = readonly [en: string, ar: string];
export const inLocale = (pair: Pair, locale: Locale): string => (locale === 'ar' ? pair[1] : pair[0]);
export const isArabic = (text: string): boolean => /\p{Script=Arabic}/u.test(text);

/** What a post wants of its readers; the comments below it answer that. */
export const postKinds = ['ask', 'invite', 'recap', 'share', 'need'] as const;
export type PostKind = (typeof postKinds)[number];
export type PostTexts = Record<PostKind, readonly string[]>;
/** Below any post, below one of a kind, and what its author answers to a question. */
export type CommentTexts = Record<PostKind | 'any' | 'answers', readonly string[]>;

/** Title, category, and what it is about. */
export type EventText = readonly [title: string, category: (typeof eventCategories)[number], about: string];

/**
 * One society in words. In posts `[a|b]` is one of the choices, and `{day}`, `{past}`, `{time}`, `{place}`, `{topic}`, `{friend}`,
 * `{sister}` (a woman's name) are filled in.
 */
export interface SocietyText {
  key: string;
  name: string;
  category: (typeof societyCategories)[number];
  description: string;
  tags: readonly string[];
  /** Asked of who wants to join. */
  question?: string;
  rules?: string;
  visibility?: 'private' | 'invite-only';
  /** Joining asks an admin first. */
  asks?: true;
  whoCanPost?: ReturnType<typeof whoCan.parse>;
  /** Members of the full community. */
  size: number;
  /** How much is posted, beside other societies. */
  pace: number;
  /** Share of what is written in Arabic. */
  arabic: number;
  topics: readonly Pair[];
  places: readonly Pair[];
  /** A post that leads in trending. */
  headline?: string;
  en: PostTexts;
  ar: PostTexts;
  events: readonly EventText[];
}
