import { readToken } from '@/lib/token';
import { pagePrefix } from './last-page-storage';
import { cacheOwner } from './offline-owner';

/** Interval at which a page that was not stored yet is looked at (milliseconds); the app's start has the processor before. */
const lookEvery = 10_000;
/** Most pages that are stored. */
const most = 3;
/** Longest page with its styles, in characters: the browser's store has room for some millions. */
const longest = 300_000;

/** Whether something in sight is still loading. A list that goes on has placeholders below, for its next page. */
const isLoading = (root: Element): boolean =>
  [...root.querySelectorAll('.mantine-Skeleton-root')].some((each) => each.getBoundingClientRect().top < innerHeight);

/** The part of the page in sight. */
function partInSight(root: Element): Element {
  const copy = root.cloneNode(true) as Element;
  const copies = copy.querySelectorAll('*');
  const below = [...root.querySelectorAll('*')].map((each) => each.getBoundingClientRect().top > innerHeight);
  for (const [at, each] of copies.entries()) if (below[at]) each.remove();
  return copy;
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
  language: string;
  isWide: boolean;
  css: string;
  html: string;
}

/** Stores a page by its path; if there are too many, another one goes. Throws if the browser's store is full. */
function writePage(path: string, page: DrawnPage): void {
  const others = Object.keys(localStorage).filter((key) => key.startsWith(pagePrefix) && key !== pagePrefix + path);
  for (const key of others.slice(most - 1)) localStorage.removeItem(key);
  localStorage.setItem(pagePrefix + path, JSON.stringify(page));
}

/** Path of the page that was stored last. */
let storedPath: string | null = null;

/**
 * Stores the page as it is drawn, unless it has a query (a filter, a secret of a mail's link), is still loading or was scrolled. What was
 * typed is no part of its HTML.
 */
function storePage(): void {
  const owner = cacheOwner();
  const root = document.getElementById('root');
  if (owner === null || !readToken() || !root || location.search !== '' || scrollY > 0 || isLoading(root)) return;
  // Once for each page, also where it is too long or the store is full: looking at every element takes a while.
  storedPath = location.pathname;
  const part = partInSight(root);
  const classes = classesIn(part);
  const rules = [...document.styleSheets].map((sheet) => rulesFor(classes, sheet.cssRules)).join('\n');
  // In a shadow tree nothing is the root; an attribute weighs as much.
  const css = rules.replaceAll(':root', 'html[lang]');
  const html = part.innerHTML;
  if (html.length + css.length > longest) return;
  const isWide = matchMedia('(width >= 64em)').matches;
  writePage(storedPath, { owner, language: document.documentElement.lang, isWide, css, html });
}

/**
 * Stores each page once it is on the screen, and again as it is left, for boot.js to show at the next visit until the app has drawn it
 * (docs/decisions/069-a-drawn-page-before-the-app.md). Call it once.
 */
export function startStoringPages(): void {
  const store = (): void => {
    try {
      storePage();
    } catch {
      // The store is full: the next visit begins without the page.
    }
  };
  const idly = 'requestIdleCallback' in window ? requestIdleCallback : setTimeout;
  setInterval(() => location.pathname !== storedPath && idly(store), lookEvery);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && store());
}
