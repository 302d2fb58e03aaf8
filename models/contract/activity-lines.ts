/** Number of a reader's newest activities that are grouped into lines and counted on them. */
export const groupedActivityLimit = 60;

/** Fields that activities are grouped by, and those that a line retains of each. */
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

/** Activities with the same key would read the same, so they share a line; those of masked people do not, who may be several. */
export const lineKey = ({ id, user_id, verb, target }: Pick<Groupable, 'id' | 'user_id' | 'verb' | 'target'>): string =>
  JSON.stringify([user_id || id, verb, target]);

/** Groups activities (newest first) into lines by person, verb and target, each at the position of its newest. */
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

/** Splits lines into their activities, newest first. */
export const ungroupActivity = <T extends Groupable>(lines: readonly T[]): T[] =>
  lines
    .flatMap((line) => [line, ...line.others.map((other) => ({ ...line, ...other }))].map((each) => ({ ...each, count: 1, others: [] })))
    .sort((a, b) => b.time.localeCompare(a.time) || b.id.localeCompare(a.id));
