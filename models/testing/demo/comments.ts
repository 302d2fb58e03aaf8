import type { CommentDoc } from '#models/db/comments';
import type { Context } from './context.js';
import { fill, slotsIn } from './fill.js';
import { type DemoLocale, locales, type PostIntent, postIntents } from './kinds.js';
import { menNames, womenNames } from './names.js';
import type { DemoPerson } from './people.js';
import type { MadePost } from './posts.js';
import { type Deck, deckOf, type Random } from './random.js';
import type { Reactions } from './reactions.js';
import type { Readers } from './readers.js';
import { commentsAr } from './texts/comments-ar.js';
import { commentsEn } from './texts/comments-en.js';

const texts = { en: commentsEn, ar: commentsAr };
type Pile = PostIntent | 'any' | 'answers';
type Piles = Record<DemoLocale, Record<Pile, Deck<string>>>;

const shareInOtherLanguage = 0.16;
const shareOfGeneral = 0.24;
const shareOfAnswers = 0.4;

export interface MadeComment {
  doc: CommentDoc;
  author: DemoPerson;
  post: MadePost;
}

/** Comments that suit the kind of the post; now and then its author answers a question. */
export function makeComments(
  context: Context,
  posts: readonly MadePost[],
  readers: readonly Readers[],
  reactions: readonly Reactions[],
): MadeComment[] {
  const random = context.random('comments');
  const piles = Object.fromEntries(locales.map((locale) => [locale, pilesOf(random, locale)])) as Piles;
  const comments = posts.flatMap((post, i) =>
    composeThread(context, random, piles, post, readers[i] as Readers, reactions[i]?.comments ?? 0),
  );
  return comments.map((comment, i) => ({ ...comment, doc: { ...comment.doc, _id: context.idOf('comment', i) } }));
}

const pilesOf = (random: Random, locale: DemoLocale): Record<Pile, Deck<string>> =>
  Object.fromEntries(
    [...postIntents, 'any' as const, 'answers' as const].map((pile) => [pile, deckOf(random, texts[locale][pile])]),
  ) as Record<Pile, Deck<string>>;

function composeThread(context: Context, random: Random, piles: Piles, post: MadePost, readers: Readers, count: number): MadeComment[] {
  const times = Array.from({ length: count }, () => context.clock.after(random, post.doc.createdAt, 4)).sort(
    (a, b) => a.getTime() - b.getTime(),
  );
  const usedTemplates = new Set<string>();
  let asked = false;
  return times.map((createdAt): MadeComment => {
    const answers = asked && random.chance(shareOfAnswers);
    const author = answers ? post.author : commenter(random, readers, post);
    const content = composeComment(
      random,
      piles,
      post,
      author === post.author ? 'answers' : random.chance(shareOfGeneral) ? 'any' : post.kind,
      usedTemplates,
    );
    asked = author !== post.author && /[?؟]/.test(content);
    const doc: CommentDoc = {
      _id: post.doc._id,
      post: post.doc._id,
      author: author.doc._id,
      content,
      createdAt,
      removedAt: null,
      removedBy: null,
      version: 1,
    };
    return { doc, author, post };
  });
}

function commenter(random: Random, readers: Readers, { author }: MadePost): DemoPerson {
  for (let tries = 0; tries < 20; tries++) {
    const person = readers.try(random);
    if (person && person !== author) return person;
  }
  return readers.all().find((person) => person !== author) ?? author;
}

/** Composes a comment. Never repeats a template below one post, and names a day only if the post did. */
function composeComment(random: Random, piles: Piles, post: MadePost, pile: Pile, usedTemplates: Set<string>): string {
  const locale = random.chance(shareInOtherLanguage) ? (post.locale === 'ar' ? 'en' : 'ar') : post.locale;
  const fits = (text: string): boolean =>
    !usedTemplates.has(text) && slotsIn(text).every((slot) => slot === 'friend' || slot === 'author' || post.used.has(slot));
  const template = piles[locale][pile].draw(fits) ?? piles[locale].any.draw(fits) ?? piles[locale].any.draw() ?? '';
  usedTemplates.add(template);
  const friend = random.pick(
    (locale === 'ar' || random.chance(0.5) ? menNames : womenNames).filter((name) => name[0] !== post.author.first[0]),
  );
  return fill(template, random, locale, { ...post.slots, friend, author: post.author.first });
}
