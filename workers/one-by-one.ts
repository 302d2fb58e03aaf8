/** Processes items in order. Continues after a failing one, and throws the last error at the end. */
export async function oneByOne<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  let fault: unknown;
  for (const item of items)
    await work(item).catch((error: unknown) => {
      fault = error;
    });
  if (fault) throw fault;
}
