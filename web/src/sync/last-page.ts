import { useConnection } from '@/lib/connection';
import { erasePages, pagePrefix, readJson, readText, storedKeys, writeText } from '@/lib/local-storage';
import { useSession } from '@/lib/session';
import { isTokenPersistent, onTokenExpired, readOwner, readToken } from '@/lib/token';
import { onUserChange } from '@/lib/user-change';

/** Interval at which a page that was not stored yet is looked at (milliseconds); the app's start has the processor before. */
const lookEvery = 10_000;
/** Most pages that are stored. */
const most = 3;
/** Longest page with its styles, in characters: the browser's store has room for some millions. */
const longest = 300_000;

/**
 * Pages that are stored: those of what everybody reads. Data about other people or about security, such as requests, reports and
 * attendees, is not stored in the browser (docs/decisions/025-offline-is-a-state.md).
 */
const storable =
  /^\/($|(events|societies|activity|notifications|trending|recommendations|my-societies)$|(events|societies|posts)\/[\da-f]{24}$|societies\/[\da-f]{24}\/events$)/;

/** Placeholders, waits and errors: a page with one in sight is not worth a look. */
const unfinished = '.mantine-Skeleton-root, .mantine-Loader-root, [role=alert]';

/** Whether the page in sight is loaded. A list that goes on has placeholders below, for its next page. */
function isFinished(root: Element): boolean {
  if (document.documentElement.hasAttribute('data-last-page') || !root.querySelector('h1')) return false;
  return [...root.querySelectorAll(unfinished)].every((each) => each.getBoundingClientRect().top > innerHeight);
}

/** Whether somebody is about to type: a page with a field in use is for work, and a covered field cannot have the focus. */
const isTyping = (root: Element): boolean =>
  root.contains(document.activeElement) && Boolean(document.activeElement?.matches('input, textarea'));

/** The part of the page in sight, without what was typed: React copies it into attributes and text. */
function partInSight(root: Element): Element {
  const copy = root.cloneNode(true) as Element;
  const copies = copy.querySelectorAll('*');
  const below = [...root.querySelectorAll('*')].map((each) => each.getBoundingClientRect().top > innerHeight);
  for (const [at, each] of copies.entries()) if (below[at]) each.remove();
  for (const input of copy.querySelectorAll('input')) input.removeAttribute('value');
  for (const area of copy.querySelectorAll('textarea')) area.textContent = '';
  return copy;
}

/** The stylesheets of the app; those of extensions cannot be read. */
function ownRules(): CSSRuleList[] {
  return [...document.styleSheets].flatMap((sheet) => {
    try {
      return [sheet.cssRules];
    } catch {
      return [];
    }
  });
}

const classesIn = (root: Element): Set<string> => new Set([...root.querySelectorAll('[class]')].flatMap((each) => [...each.classList]));

/** Rules without those for classes that are not on the page. */
function rulesFor(classes: ReadonlySet<string>, rules: CSSRuleList): string {
  const matching = [...rules].map((rule) => {
    if (rule instanceof CSSStyleRule) {
      const named = [...rule.selectorText.matchAll(/\.((?:[\w-]|\\.)+)/g)].map(([, name = '']) => name.replaceAll('\\', ''));
      return named.length === 0 || named.some((name) => classes.has(name)) ? rule.cssText : '';
    }
    if (rule instanceof CSSFontFaceRule) return '';
    if (!(rule instanceof CSSGroupingRule)) return rule.cssText;
    const inside = rulesFor(classes, rule.cssRules);
    return inside === '' ? '' : `${rule.cssText.slice(0, rule.cssText.indexOf('{'))}{${inside}}`;
  });
  return matching.filter(Boolean).join('\n');
}

/** A page as it is drawn; boot.js shows it to its owner at the next visit. */
interface DrawnPage {
  owner: string;
  /** Time at which it was stored (milliseconds). */
  at: number;
  language: string;
  digits: string | null;
  isWide: boolean;
  css: string;
  html: string;
}

/** Stores a page by its path; if there are too many, another one goes. Throws if the browser's store is full. */
function writePage(path: string, page: DrawnPage): void {
  const key = pagePrefix + path;
  // The old one of this path goes first: if there is no room for the new one, none is better than an older one.
  localStorage.removeItem(key);
  for (const other of storedKeys(pagePrefix).slice(most - 1)) localStorage.removeItem(other);
  localStorage.setItem(key, JSON.stringify(page));
}

/** Path of the page that is drawn: the address changes before React draws its page, which says so by `nadi:ready`. */
let drawnPath: string | null = null;
/** Path of the page that was stored last. */
let storedPath: string | null = null;

/** The user whose page this is: signed in here by a token that outlives the tab, as the server has named them. */
function ownerOfPage(): string | null {
  const { status, user } = useSession.getState();
  return status === 'in' && user && isTokenPersistent() && readOwner()?.ID === user.ID ? user.ID : null;
}

/**
 * Stores the page as it is drawn, unless it may not be stored, has a query (a filter, a secret of a mail's link), is not finished, is
 * being typed into, or was scrolled.
 */
function storePage(): void {
  const owner = ownerOfPage();
  const root = document.getElementById('root');
  const { pathname, search } = location;
  if (owner === null || !root || !storable.test(pathname) || drawnPath !== pathname || search !== '' || scrollY > 0) return;
  if (useConnection.getState().state === 'offline' || !isFinished(root) || isTyping(root)) return;
  // Once for each page, also where it is too long or the store is full: looking at every element takes a while.
  storedPath = pathname;
  const part = partInSight(root);
  const classes = classesIn(part);
  const rules = ownRules()
    .map((list) => rulesFor(classes, list))
    .join('\n');
  // In a shadow tree nothing is the root; an attribute weighs as much.
  const css = rules.replaceAll(':root', 'html[lang]');
  const html = part.innerHTML;
  if (html.length + css.length > longest) return;
  const isWide = matchMedia('(width >= 64em)').matches;
  const { lang } = document.documentElement;
  writePage(pathname, { owner, at: Date.now(), language: lang, digits: readText('nadi-digits'), isWide, css, html });
}

/** Erases pages that belong to somebody else than who is signed in. */
function eraseForeignPages(): void {
  const { status, user } = useSession.getState();
  if (status !== 'in' || !user) return;
  for (const key of storedKeys(pagePrefix)) if ((readJson(key) as Partial<DrawnPage> | null)?.owner !== user.ID) writeText(key, null);
}

/**
 * Stores each page once it is on the screen, and again as it is left, for boot.js to show at the next visit until the app has drawn it
 * (docs/decisions/069-a-drawn-page-before-the-app.md). Erases all of them when the user changes. Call it once.
 */
export function startStoringPages(): void {
  const store = (): void => {
    try {
      storePage();
    } catch {
      // The store is full: the next visit begins without the page.
    }
  };
  const noteDrawn = (): void => {
    drawnPath = location.pathname;
  };
  noteDrawn();
  window.addEventListener('nadi:ready', noteDrawn);
  onUserChange(erasePages);
  onTokenExpired(erasePages);
  if (!readToken()) erasePages();
  eraseForeignPages();
  useSession.subscribe(({ user }, before) => user?.ID !== before.user?.ID && eraseForeignPages());
  const idly = 'requestIdleCallback' in window ? requestIdleCallback : setTimeout;
  setInterval(() => location.pathname !== storedPath && idly(store), lookEvery);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && store());
}
