/** Does the work for each, in order. One that fails does not keep the others; the last fault is thrown in the end. */
export async function oneByOne<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  let fault: unknown;
  for (const item of items)
    await work(item).catch((error: unknown) => {
      fault = error;
    });
  if (fault) throw fault;
}
