/** How many of the newest happenings a reader is shown are folded into lines: the numbers on lines are among these. */
export const groupedActivityLimit = 60;

/** What a line of 'Recent Activity' is folded by, and what it keeps of each happening. */
interface Groupable {
  id: string;
  user_id: string;
  verb: string;
  target: string;
  link: string;
  time: string;
  count: number;
  others: { id: string; link: string; time: string }[];
}

/** Two happenings with the same key would read the same: they are one line. */
export const lineKey = ({ user_id, verb, target }: Pick<Groupable, 'user_id' | 'verb' | 'target'>): string =>
  JSON.stringify([user_id, verb, target]);

/** Folds happenings, the newest first, into lines: one a person, verb and place, where its newest stands. */
export function groupActivity<T extends Groupable>(activities: readonly T[]): T[] {
  const lines = new Map<string, T[]>();
  for (const each of activities) {
    const key = lineKey(each);
    lines.set(key, [...(lines.get(key) ?? []), each]);
  }
  return [...lines.values()].flatMap(([newest, ...rest]) =>
    newest ? [{ ...newest, count: 1 + rest.length, others: rest.map(({ id, link, time }) => ({ id, link, time })) }] : [],
  );
}

/** The happenings that lines were folded from, the newest first. */
export const ungroupActivity = <T extends Groupable>(lines: readonly T[]): T[] =>
  lines
    .flatMap((line) => [line, ...line.others.map((other) => ({ ...line, ...other }))].map((each) => ({ ...each, count: 1, others: [] })))
    .sort((a, b) => b.time.localeCompare(a.time) || b.id.localeCompare(a.id));
