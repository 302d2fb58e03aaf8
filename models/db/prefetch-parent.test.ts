import { expect, it } from 'vitest';
import { type Id, newId } from './model.js';
import { prefetchParent } from './prefetch-parent.js';

interface Thing {
  owner: Id;
}

/** A thing of an owner, and what was asked for, in order: `>` begins, `<` has been answered. */
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
  return { state, said: calls, read };
}

it('reads a thing and its owner one after the other at first, and at once from then on, both as they are', async () => {
  const { state, said: calls, read } = fixture();
  const owner = String(state.thing?.owner);
  expect((await read())?.parent).toBe('first');
  expect(calls.splice(0)).toEqual(['>thing', '<thing', `>owner ${owner}`, `<owner ${owner}`]);
  state.owner = 'changed';
  expect((await read())?.parent).toBe('changed');
  expect(calls).toEqual(['>thing', `>owner ${owner}`, '<thing', `<owner ${owner}`]);
});

it('has nothing of a thing that is gone, and says where its owner is', async () => {
  const { state, read } = fixture();
  await read();
  state.owner = null;
  expect(await read()).toEqual({ thing: state.thing, owner: null });
  state.thing = null;
  expect(await read()).toBeNull();
});

it('reads the owner that the thing names, should it be another than before', async () => {
  const { state, said: calls, read } = fixture();
  await read();
  const other = newId();
  state.thing = { owner: other };
  expect((await read())?.child.owner).toBe(other);
  expect(calls.at(-1)).toBe(`<owner ${other}`);
});
