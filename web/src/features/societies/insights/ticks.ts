/** Steps between ticks that people count in, for each power of ten. */
const niceSteps = [1, 2, 5, 10];
const mostTicks = 5;

/** The smallest step of 1, 2 or 5 times a power of ten that needs at most five ticks for the range; whole numbers only. */
function stepFor(range: number): number {
  const least = Math.max(1, range / (mostTicks - 1));
  const power = 10 ** Math.floor(Math.log10(least));
  return (niceSteps.find((step) => step * power >= least) ?? 10) * power;
}

/** Ticks of an axis: round numbers from the one below the lowest value to the one above the highest. */
export function ticksOf(lowest: number, highest: number): number[] {
  const step = stepFor(Math.max(1, highest - lowest));
  const first = Math.floor(lowest / step) * step;
  const last = Math.max(first + step, Math.ceil(highest / step) * step);
  return Array.from({ length: Math.round((last - first) / step) + 1 }, (_, index) => first + index * step);
}
