import { markAllRead } from '#models/contract/notifications';
import { type Act, somePost, undoLater } from './act.js';

const asleepMs = [0, 10_000] as const;

export const read: Act = async (person) => {
  const { bell, context } = person.screen;
  const [seen, asked] = [bell.listed(), context.now()];
  const answer = await person.ask(markAllRead, {});
  if (answer.status === 200) bell.applyReadAnswer(seen, answer.data.unread, asked);
  return [answer];
};

export const type: Act = async (person, world) => {
  person.typing(somePost(person, world));
  return [];
};

export const breakOff: Act = async (person) => {
  person.breakOff();
  return [];
};

/** Puts a laptop to sleep for a while: some return within the replay window, others must refetch. */
export const sleep: Act = async (person, world) => {
  if (!person.isConnected) return [];
  person.away();
  const wake = async () => {
    await person.open();
    return [];
  };
  undoLater(world, asleepMs, wake, true);
  return [];
};
