import type { eventCategories } from '#models/contract/event-choices';
import type { societyCategories, whoCan } from '#models/contract/societies';

export const locales = ['en', 'ar'] as const;
export type DemoLocale = (typeof locales)[number];
/** A text in English and Arabic. */
export type Pair = readonly [en: string, ar: string];
export const inLocale = (pair: Pair, locale: DemoLocale): string => (locale === 'ar' ? pair[1] : pair[0]);
export const isArabic = (text: string): boolean => /\p{Script=Arabic}/u.test(text);

/** Intent of a post, which its comments answer. */
export const postIntents = ['ask', 'invite', 'recap', 'share', 'need'] as const;
export type PostIntent = (typeof postIntents)[number];
export type PostTexts = Record<PostIntent, readonly string[]>;
/** Comments for any post, for each kind of post, and the author's answers to questions. */
export type CommentTexts = Record<PostIntent | 'any' | 'answers', readonly string[]>;

/** Title, category and description. */
export type EventText = readonly [title: string, category: (typeof eventCategories)[number], about: string];

/**
 * Texts of one society. In posts `[a|b]` is one of the choices, and `{day}`, `{past}`, `{time}`, `{place}`, `{topic}`, `{friend}`,
 * `{sister}` (a woman's name) are filled in.
 */
export interface SocietyText {
  key: string;
  name: string;
  category: (typeof societyCategories)[number];
  description: string;
  tags: readonly string[];
  /** Question to applicants. */
  question?: string;
  rules?: string;
  visibility?: 'private' | 'invite-only';
  /** Joining needs approval. */
  asks?: true;
  whoCanPost?: ReturnType<typeof whoCan.parse>;
  /** Number of members in the full community. */
  size: number;
  /** Relative number of posts. */
  pace: number;
  /** Share of Arabic texts. */
  arabic: number;
  topics: readonly Pair[];
  places: readonly Pair[];
  /** Text of a post at the top of trending. */
  headline?: string;
  en: PostTexts;
  ar: PostTexts;
  events: readonly EventText[];
}
