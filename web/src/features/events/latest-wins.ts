interface PendingChange<T, A> {
  want: T;
  /** Rollbacks of the optimistic changes shown until the answer. */
  rollbacks: (() => void)[];
  answer: Promise<A>;
}

/**
 * Sends values that the user may change again before the answer: one call at a time per id, and the last value wins. `send`
 * calls the server and applies its answer. The returned function takes the id, the value, and a function that shows it
 * optimistically and returns its rollbacks; it resolves to the last call's answer, or rejects.
 */
export function latestWins<T, A>(send: (id: string, want: T) => Promise<A>) {
  const pendingById = new Map<string, PendingChange<T, A>>();
  const sendUntilCurrent = async (id: string, change: PendingChange<T, A>): Promise<A> => {
    try {
      for (;;) {
        const sent = change.want;
        const answer = await send(id, sent);
        if (sent === change.want) return answer;
      }
    } finally {
      pendingById.delete(id);
      for (const rollback of change.rollbacks) rollback();
    }
  };
  return (id: string, want: T, show: () => (() => void)[]): Promise<A> => {
    const pending = pendingById.get(id);
    if (pending) {
      pending.want = want;
      pending.rollbacks.push(...show());
      return pending.answer;
    }
    const change = { want, rollbacks: show() } as PendingChange<T, A>;
    pendingById.set(id, change);
    change.answer = sendUntilCurrent(id, change);
    return change.answer;
  };
}
