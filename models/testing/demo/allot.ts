/** Distributes a whole number by weights with caps. Distributes all of it unless the caps leave no room. */
export function allot(total: number, weights: readonly number[], caps: readonly number[]): number[] {
  const given = weights.map(() => 0);
  const room = (i: number): number => (caps[i] ?? 0) - (given[i] ?? 0);
  let left = total;
  while (left > 0) {
    const open = weights.map((_, i) => i).filter((i) => room(i) > 0);
    if (open.length === 0) return given;
    const sum = open.reduce((all, i) => all + (weights[i] ?? 0), 0);
    const before = left;
    for (const i of open) {
      const share = Math.min(room(i), Math.floor(((weights[i] ?? 0) / sum) * before), left);
      given[i] = (given[i] ?? 0) + share;
      left -= share;
    }
    if (left < before) continue;
    // Less than one each is left: give one to the heaviest.
    for (const i of open.sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || a - b).slice(0, left)) {
      given[i] = (given[i] ?? 0) + 1;
      left -= 1;
    }
  }
  return given;
}
