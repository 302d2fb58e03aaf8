import { date, defineModel, type Id, ref, version } from './model.js';

export interface BanDoc {
  _id: Id;
  society: Id;
  user: Id;
  by: Id;
  at: Date;
  version: number;
}

export const Bans = defineModel<BanDoc>('bans', { society: ref, user: ref, by: ref, at: date, version }, [
  [{ society: 1, user: 1 }, { unique: true }],
  [{ user: 1 }],
]);
