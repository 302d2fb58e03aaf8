interface Run<Answer> {
  now: Promise<Answer>;
  next?: Promise<Answer>;
}

/**
 * Runs `work` one at a time for each key. Callers that come while it runs share the next run, so an answer is never older than
 * the question, and any number of simultaneous callers cost two runs.
 */
export function singleFlight<Answer>(work: (key: string) => PromiseLike<Answer>): (key: string) => Promise<Answer> {
  const runs = new Map<string, Run<Answer>>();
  const start = (key: string): Promise<Answer> => {
    // Awaiting a mongoose query executes it again; awaiting this promise does not.
    const run: Run<Answer> = { now: (async () => work(key))() };
    runs.set(key, run);
    const cleanUp = () => {
      if (!run.next) runs.delete(key);
    };
    run.now.then(cleanUp, cleanUp);
    return run.now;
  };
  return (key) => {
    const run = runs.get(key);
    if (!run) return start(key);
    const startNext = () => start(key);
    run.next ??= run.now.then(startNext, startNext);
    return run.next;
  };
}
