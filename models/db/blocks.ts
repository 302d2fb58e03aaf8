import { describeCollection } from './collections.js';
import { date, defineModel, due, dueIndex, type Id, on, ref, version } from './model.js';

/** A toggle between two people: `from` blocks `to`. */
export interface BlockDoc {
  _id: Id;
  from: Id;
  to: Id;
  on: boolean;
  version: number;
  at: Date;
  due?: Date;
}

export const Blocks = defineModel<BlockDoc>('blocks', { from: ref, to: ref, on, version, at: date, due }, [
  [{ from: 1, to: 1 }, { unique: true }],
  [{ from: 1, on: 1, at: -1, _id: -1 }],
  [{ to: 1, on: 1, at: -1, _id: -1 }],
  dueIndex,
]);

describeCollection(Blocks, {
  isInternal: true,
  description: 'Blocks. Deleted on both sides.',
  exportFilter: (user) => ({ from: user }),
  erase: async ({ user }) => {
    await Blocks.deleteMany({ from: user });
    await Blocks.deleteMany({ to: user });
  },
});
