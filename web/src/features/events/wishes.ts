interface Wish<W, A> {
  want: W;
  /** How to take back what is shown before the server has said yes. */
  shown: (() => void)[];
  answer: Promise<A>;
}

/**
 * For what a person sets at once and may set otherwise before the server has answered: one call at a time, so that the last
 * press wins. `tell` says it to the server and takes over what it answers. What is answered here is called with the thing's
 * id, what is wanted, and what shows it meanwhile and answers how to take that back; it answers as the last call, or fails.
 */
export function createWishes<W, A>(tell: (id: string, want: W) => Promise<A>) {
  const open = new Map<string, Wish<W, A>>();
  const fulfil = async (id: string, wish: Wish<W, A>): Promise<A> => {
    try {
      for (;;) {
        const told = wish.want;
        const answer = await tell(id, told);
        if (told === wish.want) return answer;
      }
    } finally {
      open.delete(id);
      for (const unshow of wish.shown) unshow();
    }
  };
  return (id: string, want: W, show: () => (() => void)[]): Promise<A> => {
    const known = open.get(id);
    if (known) {
      known.want = want;
      known.shown.push(...show());
      return known.answer;
    }
    const wish = { want, shown: show() } as Wish<W, A>;
    open.set(id, wish);
    wish.answer = fulfil(id, wish);
    return wish.answer;
  };
}
