/** Ids of a Redis stream, `<milliseconds>-<sequence>`, which are ordered. */
const split = (streamId: string): [ms: number, seq: number] => {
  const at = streamId.indexOf('-');
  return [Number(streamId.slice(0, at)), Number(streamId.slice(at + 1))];
};

export const timeOf = (streamId: string): number => split(streamId)[0];
export const streamIdAt = (ms: number): string => `${Math.max(0, Math.floor(ms))}-0`;

export function isAfter(a: string, b: string): boolean {
  const [aMs, aSeq] = split(a);
  const [bMs, bSeq] = split(b);
  return aMs === bMs ? aSeq > bSeq : aMs > bMs;
}
