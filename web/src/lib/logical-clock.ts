/**
 * The order in which this browser heard things, as a count. What was asked for before something was heard may not know of
 * it: an answer keeps the count from before its question, and what was heard later stands. It begins with the time, so that it is greater than
 * any count of an earlier visit of which an answer was kept.
 */
let clock = Date.now();

/** The count so far: keep it when asking. */
export const readClock = (): number => clock;

/** Something was heard; answers its place in the order. */
export const advanceClock = (): number => {
  clock += 1;
  return clock;
};
