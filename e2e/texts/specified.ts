import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pages } from '#models/contract/pages';

const folder = path.resolve(import.meta.dirname, '../../docs/spec');
const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
const communityApp = read('community-app.md');

/** Every text of the two specifications; `N`, `{…}` and `(count)` stand for values. */
export const specified = JSON.parse(read('strings.json')) as string[];

/** What the community app's specification has as names of fields or inside longer names: as texts, only the societies' own screens show it. */
const ofSocieties = new Set(['Name', 'Role', 'Save', 'Discussion']);

/** The way to a page of the societies' own screens stands as soon as the page does. */
if (!(pages as readonly string[]).includes('/societies/new')) ofSocieties.add('Create Society');

/** The texts of the community app's own specification: all of them are shown. The others are of the societies' own screens. */
export const required = specified.filter((text) => communityApp.includes(text) && !ofSocieties.has(text));

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const value = /\((?:N|count)\)|\{\w+\}|\bN\b/;
const number = '\\d[\\d,]*';

/** What a text looks like once its values stand in it, as a whole. */
export function patternOf(text: string): RegExp {
  const parts: string[] = [];
  for (let rest = text; rest !== ''; ) {
    const found = value.exec(rest);
    parts.push(escaped(found ? rest.slice(0, found.index) : rest));
    if (found) parts.push(found[0] === 'N' ? number : found[0].startsWith('(') ? `\\(${number}\\)` : '.+');
    rest = found ? rest.slice(found.index + found[0].length) : '';
  }
  return new RegExp(`^${parts.join('')}$`);
}
