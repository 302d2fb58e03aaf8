/** Ids of a Redis stream, `<milliseconds>-<sequence>`: places in it, in order. */
const parts = (place: string): [ms: number, seq: number] => {
  const at = place.indexOf('-');
  return [Number(place.slice(0, at)), Number(place.slice(at + 1))];
};

export const timeOf = (place: string): number => parts(place)[0];
export const placeAt = (ms: number): string => `${Math.max(0, Math.floor(ms))}-0`;

export function isAfter(a: string, b: string): boolean {
  const [aMs, aSeq] = parts(a);
  const [bMs, bSeq] = parts(b);
  return aMs === bMs ? aSeq > bSeq : aMs > bMs;
}
