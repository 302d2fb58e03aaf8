import { expect, it } from 'vitest';
import { type Id, newId } from './model.js';
import { sideBySide } from './side-by-side.js';

interface Thing {
  owner: Id;
}

/** A thing of an owner, and what was asked for, in order: `>` begins, `<` has been answered. */
function world() {
  const state = { thing: { owner: newId() } as Thing | null, owner: 'first' as string | null };
  const said: string[] = [];
  const telling = async <T>(what: string, value: () => T): Promise<T> => {
    said.push(`>${what}`);
    await Promise.resolve();
    said.push(`<${what}`);
    return value();
  };
  const find = sideBySide<Thing>(({ owner }) => owner);
  const read = () =>
    find('1', { thing: () => telling('thing', () => state.thing), owner: (id) => telling(`owner ${id}`, () => state.owner) });
  return { state, said, read };
}

it('reads a thing and its owner one after the other at first, and at once from then on, both as they are', async () => {
  const { state, said, read } = world();
  const owner = String(state.thing?.owner);
  expect((await read())?.owner).toBe('first');
  expect(said.splice(0)).toEqual(['>thing', '<thing', `>owner ${owner}`, `<owner ${owner}`]);
  state.owner = 'changed';
  expect((await read())?.owner).toBe('changed');
  expect(said).toEqual(['>thing', `>owner ${owner}`, '<thing', `<owner ${owner}`]);
});

it('has nothing of a thing that is gone, and says where its owner is', async () => {
  const { state, read } = world();
  await read();
  state.owner = null;
  expect(await read()).toEqual({ thing: state.thing, owner: null });
  state.thing = null;
  expect(await read()).toBeNull();
});

it('reads the owner that the thing names, should it be another than before', async () => {
  const { state, said, read } = world();
  await read();
  const other = newId();
  state.thing = { owner: other };
  expect((await read())?.thing.owner).toBe(other);
  expect(said.at(-1)).toBe(`<owner ${other}`);
});
