import { describe, expect, it } from 'vitest';
import { calls, messages } from '#models/contract/index';
import { pages } from '#models/contract/pages';
import { parseRoom, roomKinds, roomOf } from '#models/contract/rooms';
import '#models/db/all';
import { describedCollections } from '#models/db/collections';
import { models } from '#models/db/model';
import { ruleNames } from '#models/policies/index';
import { code, type SourceFile } from './sources.js';

const contract = code('models/contract/');
/** The name under which a declaration is exported: `export const likePost = call({ name: 'likePost', …`. */
const exportOf = (pattern: string): string => {
  for (const source of contract) {
    const found = new RegExp(`export const (\\w+) = (?:call|message)\\(\\s*\\{?\\s*(?:name:\\s*)?'${pattern}'`).exec(source.text)?.[1];
    if (found) return found;
  }
  return '';
};
const uses = (files: SourceFile[], pattern: RegExp): boolean => files.some((source) => pattern.test(source.text));
const asLiteral = (text: string): RegExp => new RegExp(`['"\`]${text.replace(/[.*+?^$()|[\]\\/]/g, '\\$&')}['"\`]`);

describe('calls', () => {
  it.each(calls.map((call) => [call.name, call] as const))(
    '%s has an action, a known policy and a path of its own',
    { tags: ['generated'] },
    (name, call) => {
      const routes = code(`gateway/features/${call.feature}/`);
      expect(uses(routes, new RegExp(`route\\(\\s*(?:app|scope),\\s*${exportOf(name)},`))).toBe(true);
      expect(call.policy === null || (ruleNames as string[]).includes(call.policy)).toBe(true);
      expect(calls.filter((other) => other.path === call.path && other.method === call.method)).toHaveLength(1);
      expect(pages as readonly string[]).not.toContain(call.path);
    },
  );

  it('no path of a call is written anywhere else', () => {
    const elsewhere = code('gateway/', 'workers/', 'web/src/', 'models/').filter(
      (source) => !source.path.startsWith('models/contract/') && !source.path.startsWith('models/testing/'),
    );
    const found = calls.flatMap((call) =>
      elsewhere.filter((source) => asLiteral(call.path).test(source.text)).map((source) => `${source.path}: ${call.path}`),
    );
    // The one call whose body carries its token under another name (contract.md, 'Envelope').
    expect(found).toEqual(['gateway/plugins/context.ts: /report/report_post']);
  });
});

describe('live messages', () => {
  it.each(messages.map((message) => [message.name, message] as const))('%s has a sender', { tags: ['generated'] }, (name) => {
    expect(uses(code('models/bus/', 'models/commands/', 'workers/', 'gateway/'), new RegExp(`\\b${exportOf(name)}\\b,`))).toBe(true);
  });

  it('no name of a message is written anywhere else', () => {
    const elsewhere = code('gateway/', 'workers/', 'web/src/', 'models/').filter((source) => !source.path.startsWith('models/contract/'));
    const names = messages.map((message) => message.name).filter((name) => name.includes(':'));
    expect(
      names.flatMap((name) => elsewhere.filter((source) => asLiteral(name).test(source.text)).map((source) => `${source.path}: ${name}`)),
    ).toEqual([]);
  });

  it.each(roomKinds)('the room %s can be named and read back', { tags: ['generated'] }, (kind) => {
    const id = '0123456789abcdef01234567';
    expect(parseRoom(roomOf(kind, id))?.kind).toBe(kind);
  });
});

describe('collections', () => {
  const described = new Map(describedCollections());
  const declared = code('models/db/').flatMap((source) => {
    const name = /= defineModel<[\s\S]*?>\(\s*'(\w+)'/.exec(source.text)?.[1];
    return name === undefined ? [] : [[name, source] as const];
  });

  it.each(declared)('%s is registered in models/db/all.ts, and describes its personal data', { tags: ['generated'] }, (name) => {
    expect(models.has(name)).toBe(true);
    expect(described.get(name)?.description).toBeTruthy();
  });

  it.each(declared)('%s has one function that gives its wire form, or is internal', { tags: ['generated'] }, (name, source) => {
    expect(/export (const|function) \w+ToWire\b/.test(source.text)).toBe(described.get(name)?.isInternal !== true);
  });
});

describe('settings', () => {
  it('only models/env.ts reads process.env', () => {
    const readers = code('models/', 'gateway/', 'workers/', 'embedded/').filter((source) => source.text.includes('process.env'));
    expect(readers.map((source) => source.path)).toEqual(['models/env.ts']);
  });
});
