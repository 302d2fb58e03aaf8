import { setTimeout as sleep } from 'node:timers/promises';
import { clothOf, sharePicture, shareSize } from '#models/art/cover';
import { dayWords, timeWords } from '#models/bus/date-words';
import { escapeHtml, type Locale } from '#models/bus/i18n';
import { isUpload } from '#models/contract/image-sizes';
import { type EventDoc, hasEnded } from '#models/db/events';
import { findEvent } from '#models/db/events.loaders';
import { toId } from '#models/db/model';
import { findPost } from '#models/db/posts.loaders';
import { findSociety } from '#models/db/societies.loaders';
import { askerFor } from '#models/policies/index';
import eventTextsAr from '#texts/ar/events.json' with { type: 'json' };
import eventTextsEn from '#texts/en/events.json' with { type: 'json' };

/** Preview of a link where it is shared (Open Graph). */
interface Card {
  path: string;
  title: string;
  text: string;
  /** Image as stored; '' for none. */
  image: string;
  /** Seed of the drawn picture. */
  seed: string;
  category: string;
}

const longest = 200;
/** Longest wait for the preview; the page works without it. */
const patienceMs = 1500;
const texts = { en: eventTextsEn, ar: eventTextsAr };
/** Control characters, including those that change the text direction. */
const controls = /[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu;

const inLine = (text: string): string => text.replace(controls, ' ').replace(/\s+/g, ' ').trim();

function shortened(text: string): string {
  const signs = [...inLine(text)];
  return signs.length > longest ? `${signs.slice(0, longest - 1).join('')}…` : signs.join('');
}

async function societyCard(id: string): Promise<Card | null> {
  const found = await findSociety(askerFor(null), toId(id));
  if (!found) return null;
  const { name, description, image, category } = found.society;
  return { path: `/societies/${id}`, title: name, text: description, image, seed: name, category };
}

function whenAndWhere({ date, time, isOnline, location }: EventDoc, language: Locale): string {
  return [dayWords(date, language), timeWords(time, language), isOnline ? texts[language].upcoming.online : location]
    .filter(Boolean)
    .join(' · ');
}

async function eventCard(id: string, language: Locale): Promise<Card | null> {
  const found = await findEvent(askerFor(null), toId(id));
  if (!found) return null;
  const { title, description, image, category, cancelledAt } = found.event;
  const text = `${whenAndWhere(found.event, language)}. ${description}`;
  const { cancelled, ended } = texts[language].card.status;
  const prefix = cancelledAt ? `${cancelled}: ` : hasEnded(found.event) ? `${ended}: ` : '';
  return { path: `/events/${id}`, title: `${prefix}${title}`, text, image, seed: title, category };
}

async function postCard(id: string): Promise<Card | null> {
  const found = await findPost(askerFor(null), toId(id));
  if (!found) return null;
  const { name, category } = found.society;
  return { path: `/posts/${id}`, title: name, text: found.post.content, image: found.post.image, seed: name, category };
}

const cards = { societies: societyCard, events: eventCard, posts: postCard };
const pagesWithCards = /^\/(societies|events|posts)\/([0-9a-f]{24})(\/|$)/;

/** Address of the upload, else of the picture that was drawn at build time. */
function pictureOf({ image, seed, category }: Card, publicUrl: string): { address: string; isDrawn: boolean } {
  if (isUpload(image)) return { address: publicUrl + image, isDrawn: false };
  return { address: `${publicUrl}/${sharePicture(clothOf(seed, category))}`, isDrawn: true };
}

/** Whether a page's link may have a preview. */
export const hasCard = (pathname: string): boolean => pagesWithCards.test(pathname);

interface HeadOptions {
  language?: Locale;
  /** Title of the page, where it is not the card's. */
  pageTitle?: string;
}

/** Head tags of a card. */
function headOf(card: Card, publicUrl: string, { language = 'en', pageTitle = `${inLine(card.title)} · Nadi` }: HeadOptions): string {
  const title = inLine(card.title);
  const text = shortened(card.text);
  const url = publicUrl + card.path;
  const { address, isDrawn } = pictureOf(card, publicUrl);
  const size = isDrawn ? { 'og:image:width': String(shareSize.width), 'og:image:height': String(shareSize.height) } : {};
  const properties = {
    'og:type': 'website',
    'og:site_name': 'Nadi',
    'og:locale': language === 'ar' ? 'ar_JO' : 'en_US',
    'og:title': title,
    'og:description': text,
    'og:url': url,
    'og:image': address,
    ...size,
    'og:image:alt': title,
  };
  return [
    `<title>${escapeHtml(pageTitle)}</title>`,
    `<meta name="description" content="${escapeHtml(text)}" />`,
    `<link rel="canonical" href="${escapeHtml(url)}" />`,
    '<meta name="twitter:card" content="summary_large_image" />',
    ...Object.entries(properties).map(([name, value]) => `<meta property="${name}" content="${escapeHtml(value)}" />`),
  ].join('\n    ');
}

/**
 * Head tags for the page of a society, an event or a post, and any page below it: what a visitor may see, whoever asks, since links are
 * passed on. Null where there is no preview, where a visitor may not see the object, and where the database does not answer soon.
 */
export async function shareHead(pathname: string, publicUrl: string, options: HeadOptions = {}): Promise<string | null> {
  const [, kind, id] = pagesWithCards.exec(pathname) ?? [];
  if (!kind || !id) return null;
  const find = cards[kind as keyof typeof cards];
  const card = await Promise.race([find(id, options.language ?? 'en').catch(() => null), sleep(patienceMs, null, { ref: false })]);
  return card && headOf(card, publicUrl, options);
}

/** Head tags for a page that is about no thing, such as the list of events. */
export const pageHead = (
  path: string,
  publicUrl: string,
  { title, text, language }: { title: string; text: string; language: Locale },
): string => headOf({ path, title, text, image: '', seed: 'nadi 19', category: 'Academic' }, publicUrl, { language, pageTitle: title });
