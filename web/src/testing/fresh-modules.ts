import { afterAll, vi } from 'vitest';

// Load the app's modules anew for each file. Files of a worker share the simulated browser and the libraries, but no store.
vi.resetModules();

/** Error with V8's hook for stack traces. */
const errors: ErrorConstructor & { prepareStackTrace?: (error: Error, frames: { getFileName(): string | undefined }[]) => unknown } = Error;

/** True if the caller of the caller is a module of the app: the libraries live on, with their listeners. */
function isCalledByApp(): boolean {
  const { prepareStackTrace } = errors;
  // Without the source maps of the whole stack, which Vitest would look up.
  errors.prepareStackTrace = (_error, frames) => frames[2]?.getFileName();
  const file: unknown = new Error().stack;
  errors.prepareStackTrace = prepareStackTrace;
  return !/node_modules|\.vite/.test(String(file));
}

/** Records the listeners that the app's modules add during this file; returns how to remove them. */
function recordListeners(target: EventTarget): () => void {
  const add = target.addEventListener;
  const added: Parameters<EventTarget['removeEventListener']>[] = [];
  target.addEventListener = (...args: Parameters<EventTarget['addEventListener']>) => {
    if (isCalledByApp()) added.push(args);
    add.apply(target, args);
  };
  return () => {
    target.addEventListener = add;
    for (const args of added) target.removeEventListener(...args);
  };
}

/** Records the intervals that the app's modules start during this file; returns how to end them. */
function recordIntervals(): () => void {
  const start = globalThis.setInterval;
  const started: ReturnType<typeof setInterval>[] = [];
  globalThis.setInterval = ((...args: Parameters<typeof setInterval>) => {
    const id = start(...args);
    if (isCalledByApp()) started.push(id);
    return id;
  }) as typeof setInterval;
  return () => {
    globalThis.setInterval = start;
    for (const id of started) clearInterval(id);
  };
}

// An 'online' event in the next file must not wake the modules of this one.
const cleanups = [recordListeners(window), recordListeners(document), recordIntervals()];
afterAll(() => {
  for (const cleanUp of cleanups) cleanUp();
});
