interface Run<Answer> {
  now: Promise<Answer>;
  next?: Promise<Answer>;
}

/**
 * Runs `work` one at a time for each key. Who asks while it runs shares the next run: an answer is never older than
 * the question, and many questions at once cost two runs.
 */
export function singleFlight<Answer>(work: (key: string) => PromiseLike<Answer>): (key: string) => Promise<Answer> {
  const runs = new Map<string, Run<Answer>>();
  const start = (key: string): Promise<Answer> => {
    // A query of mongoose runs again each time that it is waited for: a promise made of it does not.
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
