import { pages } from '#models/contract/pages';
import { askingAt, tokensOf } from './calls.js';
import type { Visit } from './visit.js';
import { visits } from './visits.js';

/**
 * Prints, as JSON, one visit of each page of a running Nadi that nothing is refused on, with its path found and the token of
 * who opens it: `list-visits ADDRESS`.
 */
const address = process.argv[2] ?? '';
const tokenOf = tokensOf(address);
const asking = askingAt(address, tokenOf);

async function found(page: string, { who, path }: Visit): Promise<object> {
  return { page, who, path: typeof path === 'string' ? path : await path(asking), token: await tokenOf(who) };
}

const listed: object[] = [];
for (const page of pages) {
  const whole = visits[page].filter(({ refused }) => refused === undefined);
  const visit = whole.find(({ picture }) => picture !== undefined) ?? whole[0];
  if (visit) listed.push(await found(page, visit));
}
process.stdout.write(JSON.stringify(listed));
