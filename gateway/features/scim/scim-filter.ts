import { type Filter, parse } from 'scim2-parse-filter';
import { keyOf } from '#models/commands/roster-file';
import type { RosterEntryDoc } from '#models/db/roster-entries';
import { foldEmail } from '#models/db/text';
import { refuse } from './scim-errors.js';

type Value = boolean | null | number | string;
type Operator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'pr';

/** A filter over stored entries: as a query, and as a test where no query can express it. */
export interface EntryFilter {
  /** Null where only `test` decides. */
  query: Record<string, unknown> | null;
  test: (entry: RosterEntryDoc) => boolean;
}

const longestFilter = 2000;
/** Sorts behind every character, so that a prefix is a range of an index. */
const last = '\uffff';

interface TextAttribute {
  field: 'key' | 'emailFolded' | 'externalId' | 'affiliation';
  fold: (text: string) => string;
}

/** Attributes that a filter may name, and their stored fields. Case makes no difference in the first two. */
const texts: ReadonlyMap<string, TextAttribute> = new Map<string, TextAttribute>([
  ['username', { field: 'key', fold: keyOf }],
  ['emails', { field: 'emailFolded', fold: foldEmail }],
  ['emails.value', { field: 'emailFolded', fold: foldEmail }],
  ['externalid', { field: 'externalId', fold: (text) => text }],
  ['usertype', { field: 'affiliation', fold: (text) => text.toLowerCase() }],
]);

const invalid = (detail: string): never => refuse('invalidFilter', detail);

const textTests: Record<Operator, (stored: string, value: string) => boolean> = {
  eq: (stored, value) => stored === value,
  ne: (stored, value) => stored !== value,
  co: (stored, value) => stored.includes(value),
  sw: (stored, value) => stored.startsWith(value),
  ew: (stored, value) => stored.endsWith(value),
  pr: (stored) => stored !== '',
};

const textQueries: Record<Operator, ((value: string) => unknown) | null> = {
  eq: (value) => value,
  ne: (value) => ({ $ne: value }),
  co: null,
  sw: (value) => ({ $gte: value, $lt: `${value}${last}` }),
  ew: null,
  pr: () => ({ $gt: '' }),
};

function textFilter(path: string, op: Operator, value: Value): EntryFilter {
  const attribute = texts.get(path);
  if (!attribute) return invalid(`No filter by ${path}.`);
  if (op !== 'pr' && (typeof value !== 'string' || value === '')) return invalid(`The filter of ${path} needs a text.`);
  const wanted = attribute.fold(String(value ?? ''));
  const query = textQueries[op];
  return {
    query: query && { [attribute.field]: query(wanted) },
    test: (entry) => textTests[op](entry[attribute.field] ?? '', wanted),
  };
}

function activeFilter(op: Operator, value: Value): EntryFilter {
  if (op === 'pr') return { query: {}, test: () => true };
  const wanted = typeof value === 'boolean' ? value : { true: true, false: false }[String(value).toLowerCase()];
  if (wanted === undefined || (op !== 'eq' && op !== 'ne')) return invalid('The filter of active is eq true or eq false.');
  const isActive = wanted === (op === 'eq');
  return { query: { leftAt: isActive ? null : { $ne: null } }, test: ({ leftAt }) => (leftAt === null) === isActive };
}

function idFilter(op: Operator, value: Value): EntryFilter {
  if (op !== 'eq' || typeof value !== 'string') return invalid('The filter of id is eq.');
  const isId = /^[0-9a-f]{24}$/.test(value);
  return { query: { _id: isId ? value : { $in: [] } }, test: ({ _id }) => String(_id) === value };
}

/** Inside `emails[…]`: the one address is of the type work, and primary. */
function emailFilter(path: string, op: Operator, value: Value): EntryFilter {
  if (path === 'value') return textFilter('emails.value', op, value);
  const fits = path === 'type' ? textTests[op]('work', String(value).toLowerCase()) : path === 'primary' && op === 'eq' && value === true;
  const has = textFilter('emails.value', 'pr', null);
  return fits ? has : { query: { _id: { $in: [] } }, test: () => false };
}

const joined = (op: 'and' | 'or', parts: readonly EntryFilter[]): EntryFilter => {
  const queries = parts.map(({ query }) => query);
  return {
    query: queries.includes(null) ? null : { [`$${op}`]: queries },
    test: (entry) => (op === 'and' ? parts.every(({ test }) => test(entry)) : parts.some(({ test }) => test(entry))),
  };
};

/** The attribute without the name of its schema. */
const nameOf = (path: string): string => path.slice(path.lastIndexOf(':') + 1).toLowerCase();

function compile(filter: Filter, isInEmails = false): EntryFilter {
  switch (filter.op) {
    case 'and':
    case 'or':
      return joined(
        filter.op,
        filter.filters.map((part) => compile(part, isInEmails)),
      );
    case 'not': {
      const { query, test } = compile(filter.filter, isInEmails);
      return { query: query && { $nor: [query] }, test: (entry) => !test(entry) };
    }
    case '[]':
      return nameOf(filter.attrPath) === 'emails' ? compile(filter.valFilter, true) : invalid(`No filter by ${filter.attrPath}.`);
    default: {
      const path = nameOf(filter.attrPath);
      const value = filter.op === 'pr' ? null : filter.compValue;
      if (!(filter.op in textTests)) return invalid(`No operator ${filter.op}.`);
      const op = filter.op as Operator;
      if (isInEmails) return emailFilter(path, op, value);
      if (path === 'active') return activeFilter(op, value);
      return path === 'id' ? idFilter(op, value) : textFilter(path, op, value);
    }
  }
}

/** Parses a filter's text; `invalidFilter` where it is none. */
export function parseFilter(text: string): Filter {
  if (text.length > longestFilter) return invalid('The filter is too long.');
  try {
    return parse(text);
  } catch {
    return invalid('The filter could not be read.');
  }
}

/** The filter of a list of people. */
export const entryFilter = (text: string): EntryFilter => compile(parseFilter(text));
