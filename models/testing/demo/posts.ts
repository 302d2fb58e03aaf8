import type { PostDoc } from '#models/db/posts';
import { postFields } from '../fields.js';
import { allot } from './allot.js';
import { hourMs } from './clock.js';
import { type Club, type ClubMember, leadersOf, membersAt } from './clubs.js';
import type { Context } from './context.js';
import { fill, type Slots, slotsIn, times, weekdays } from './fill.js';
import { type DemoLocale, isArabic, locales, type PostIntent, postIntents } from './kinds.js';
import { menNames, womenNames } from './names.js';
import { type DemoPerson, memberIndex, societyAdminIndex } from './people.js';
import { type Deck, deckOf, type Random } from './random.js';
import { general } from './texts/general.js';

/** A post, and the properties that its comments depend on. */
export interface MadePost {
  doc: PostDoc;
  club: Club;
  author: DemoPerson;
  kind: PostIntent;
  locale: DemoLocale;
  slots: Slots;
  used: ReadonlySet<string>;
  /** Rank among the three posts that lead in trending. */
  leads?: number;
}

interface Template {
  kind: PostIntent;
  text: string;
}
type Decks = Record<DemoLocale, Deck<Template>>;

const oldestDays = 180;
const shareOfOwnWords = 0.76;
/** Societies whose headlines lead in trending, in order. */
const leaders = ['robotics', 'hikers', 'courts'];

export function makePosts(context: Context, clubs: readonly Club[]): MadePost[] {
  const counts = allot(
    context.scale.posts,
    clubs.map(({ text }) => text.pace * text.size ** 0.4),
    clubs.map(() => context.scale.posts),
  );
  const random = context.random('posts');
  const generalDecks = decksOf(random, (locale) => templatesOf(general[locale]));
  const posts = clubs.flatMap((club, i) => writeClub(context, club, counts[i] ?? 0, generalDecks));
  // Assign ids by age, as if they had been written one after the other.
  return posts
    .sort((a, b) => a.doc.createdAt.getTime() - b.doc.createdAt.getTime())
    .map((post, i) => ({ ...post, doc: { ...post.doc, _id: context.idOf('post', i) } }));
}

const templatesOf = (texts: Record<PostIntent, readonly string[]>): Template[] =>
  postIntents.flatMap((kind) => texts[kind].map((text) => ({ kind, text })));

const decksOf = (random: Random, list: (locale: DemoLocale) => Template[]): Decks =>
  Object.fromEntries(locales.map((locale) => [locale, deckOf(random, list(locale))])) as Decks;

function writeClub(context: Context, club: Club, count: number, generalDecks: Decks): MadePost[] {
  const random = context.random(`posts of ${club.text.key}`);
  const decks = decksOf(random, (locale) => templatesOf(club.text[locale]));
  const written = new Set<string>();
  const place = leaders.indexOf(club.text.key);
  const days = Math.min(oldestDays, context.clock.hoursSince(club.doc.createdAt) / 24 - 1);
  return Array.from({ length: count }, (_, i) => {
    const leads = i === 0 && place >= 0 ? place : undefined;
    const age = days * random.next() ** 1.25;
    const createdAt = leads === undefined ? context.clock.ago(random, age) : leaderTime(context, leads);
    const author = authorOf(random, club, createdAt);
    const write = (): Words => (leads === undefined ? compose(context, random, club, age, decks, generalDecks) : headline(club));
    let words = write();
    for (let tries = 0; tries < 12 && written.has(words.content); tries++) words = write();
    written.add(words.content);
    const { content, kind, locale, slots, used } = words;
    const doc = postFields({ society: club.doc._id, author: author.doc._id, open: club.isOpen, content, createdAt, rev: 1 });
    return { doc, club, author, kind, locale, slots, used, ...(leads === undefined ? {} : { leads }) };
  });
}

function leaderTime({ clock, scale }: Context, place: number): Date {
  return new Date(clock.now.getTime() - (scale.leaders[place]?.hours ?? 1) * hourMs);
}

/** Picks an author: early members most often, the demo accounts now and then. */
function authorOf(random: Random, club: Club, at: Date): DemoPerson {
  const present = club.members.slice(0, Math.max(1, membersAt(club, at)));
  const able = club.doc.permissions.whoCanPost === 'all-members' ? present : leadersOf({ ...club, members: present });
  const accountHolder = able.find(({ person }) => person.index === memberIndex || person.index === societyAdminIndex);
  if (accountHolder && random.chance(0.02)) return accountHolder.person;
  return (able[Math.floor(random.next() ** 1.7 * able.length)] ?? (present[0] as ClubMember)).person;
}

interface Words extends Pick<MadePost, 'kind' | 'locale' | 'slots' | 'used'> {
  content: string;
}

function headline({ text }: Club): Words {
  const content = text.headline ?? text.description;
  return { content, kind: 'recap', locale: isArabic(content) ? 'ar' : 'en', slots: {}, used: new Set() };
}

function compose(context: Context, random: Random, { text }: Club, age: number, own: Decks, shared: Decks): Words {
  const locale: DemoLocale = random.chance(text.arabic) ? 'ar' : 'en';
  const { kind, text: template } = (random.chance(shareOfOwnWords) ? own : shared)[locale].draw() as Template;
  const weekday = (offset: number) => weekdays[context.clock.weekday(offset - Math.floor(age))] ?? ['Sunday', 'الأحد'];
  const slots: Slots = {
    day: weekday(random.int(1, 5)),
    past: weekday(-random.int(1, 4)),
    time: random.pick(times),
    place: random.pick(text.places),
    topic: random.pick(text.topics),
    friend: random.pick(locale === 'ar' || random.chance(0.5) ? menNames : womenNames),
    sister: random.pick(womenNames),
  };
  const content = fill(template, random, locale, slots);
  return { content, kind, locale, slots, used: new Set(slotsIn(template)) };
}
