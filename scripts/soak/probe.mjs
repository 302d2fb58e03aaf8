/** Loaded into a program that is measured: says how much memory stays after collecting what nobody holds. */
process.on('message', () => {
  const { gc } = /** @type {{ gc?: () => void }} */ (globalThis);
  // Twice: what the first round frees may hold more.
  gc?.();
  setTimeout(() => {
    gc?.();
    const { heapUsed: heap, rss } = process.memoryUsage();
    process.send?.({ heap, rss });
  }, 200);
});
// Measuring must not keep it from ending.
process.channel?.unref();
