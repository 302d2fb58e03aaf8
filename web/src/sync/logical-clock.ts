/**
 * Logical clock of this browser: advances with every live message. A request remembers the clock from before it was sent; state
 * that changed later than that wins over the answer. Starts at the wall time, so it is greater than any value that an earlier
 * visit stored with a cached answer.
 */
let clock = Date.now();

/** The current value: read it before sending a request. */
export const readClock = (): number => clock;

/** Advances the clock for a received message; returns the new value. */
export const advanceClock = (): number => {
  clock += 1;
  return clock;
};
