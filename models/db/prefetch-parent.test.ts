import { expect, it } from 'vitest';
import { type Id, newId } from './model.js';
import { prefetchParent } from './prefetch-parent.js';

interface Thing {
  owner: Id;
}

/** A child with a parent and a recording reader: `>` starts a read, `<` ends it. */
function fixture() {
  const state = { thing: { owner: newId() } as Thing | null, owner: 'first' as string | null };
  const calls: string[] = [];
  const recorded = async <T>(name: string, value: () => T): Promise<T> => {
    calls.push(`>${name}`);
    await Promise.resolve();
    calls.push(`<${name}`);
    return value();
  };
  const find = prefetchParent<Thing>(({ owner }) => owner);
  const read = () =>
    find('1', { child: () => recorded('thing', () => state.thing), parent: (id) => recorded(`owner ${id}`, () => state.owner) });
  return { state, calls, read };
}

it('prefetchParent reads child then parent first, in parallel once the parent id is cached, both current', async () => {
  const { state, calls, read } = fixture();
  const owner = String(state.thing?.owner);
  expect((await read())?.parent).toBe('first');
  expect(calls.splice(0)).toEqual(['>thing', '<thing', `>owner ${owner}`, `<owner ${owner}`]);
  state.owner = 'changed';
  expect((await read())?.parent).toBe('changed');
  expect(calls).toEqual(['>thing', `>owner ${owner}`, '<thing', `<owner ${owner}`]);
});

it('prefetchParent answers null for a missing child, and a null parent for a missing parent', async () => {
  const { state, read } = fixture();
  await read();
  state.owner = null;
  expect(await read()).toEqual({ child: state.thing, parent: null });
  state.thing = null;
  expect(await read()).toBeNull();
});

it('prefetchParent reads the new parent when the child names another one', async () => {
  const { state, calls, read } = fixture();
  await read();
  const other = newId();
  state.thing = { owner: other };
  expect((await read())?.child.owner).toBe(other);
  expect(calls.at(-1)).toBe(`<owner ${other}`);
});
