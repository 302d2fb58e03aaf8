import { readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.resolve(import.meta.dirname, '../../docs/spec');
const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');

/** Every text of the two specifications; `N`, `{…}` and `(count)` stand for values. */
export const specified = JSON.parse(read('strings.json')) as string[];

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const value = /\((?:N|count)\)|\{\w+\}|\bN\b/;
const number = '\\d[\\d,]*';

/** Pattern of a whole text with its values filled in. */
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
