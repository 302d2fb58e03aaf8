/** A page as it is drawn; boot.js shows it to its owner at the next visit, and reads it by these names. */
export interface DrawnPage {
  owner: string;
  language: string;
  isWide: boolean;
  css: string;
  html: string;
}

const prefix = 'nadi-page ';
/** Most pages that are stored. */
const most = 3;

/** Paths of the stored pages. */
const storedPaths = (): string[] => Object.keys(localStorage).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));

/** Erases the pages of some paths, by default all. */
export function erasePages(paths: readonly string[] = storedPaths()): void {
  for (const path of paths) localStorage.removeItem(prefix + path);
}

/** Stores a page by its path; if there are too many, another one goes. Throws if the browser's store is full. */
export function writePage(path: string, page: DrawnPage): void {
  erasePages([path]);
  erasePages(storedPaths().slice(most - 1));
  localStorage.setItem(prefix + path, JSON.stringify(page));
}
