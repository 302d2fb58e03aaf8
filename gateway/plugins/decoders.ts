import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import workerpool, { type Pool } from 'workerpool';
import type { FieldCode } from '#models/contract/errors';
import { fail } from '#models/contract/failure';
import { Semaphore } from '#models/semaphore';
import type { Decoded } from './decoder.js';

export interface DecoderLimits {
  /** Maximum of decoding processes. */
  places: number;
  /** Maximum of waiting pictures, and of their wait. */
  waiting: number;
  waitMs: number;
  /** Time limit for decoding one picture, after which its process is killed. */
  decodeMs: number;
}

/** Leave a core to the gateway. Waiting, starting, decoding and killing together stay below three seconds. */
const limits: DecoderLimits = { places: Math.max(1, Math.min(4, availableParallelism() - 1)), waiting: 8, waitMs: 800, decodeMs: 1500 };
/** Time limit for the start of a process. */
const startMs = 10_000;
const killMs = 100;

/** Runs `decoder.ts`: the built file, or the source through tsx. Its environment has none of the gateway's secrets. */
function openPool(maxWorkers: number): Pool {
  const isBuilt = import.meta.url.endsWith('.js');
  const loader = () => ['--conditions=source', '--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href];
  return workerpool.pool(fileURLToPath(new URL(isBuilt ? './decoder.js' : './decoder.ts', import.meta.url)), {
    workerType: 'process',
    maxWorkers,
    workerTerminateTimeout: killMs,
    forkOpts: { serialization: 'advanced', execArgv: isBuilt ? [] : loader(), env: {} },
  });
}

export interface Decoders {
  /** Re-encodes a picture to fit a square of `box` pixels; returns an error code for an invalid one. Throws `pictures_busy`. */
  decode(bytes: Uint8Array, box: number): Promise<Decoded | FieldCode>;
  /** Ends the processes; the next picture starts them again. */
  close(): Promise<void>;
}

/**
 * Decodes in separate processes. A thread would not do: libvips runs in the thread pool of the whole process, where neither
 * sharp's timeout nor the end of a worker thread stops it (decision 15).
 */
export function makeDecoders(given: Partial<DecoderLimits> = {}): Decoders {
  const { places, waiting, waitMs, decodeMs } = { ...limits, ...given };
  const semaphore = new Semaphore(places, { most: waiting, longestMs: waitMs, refuse: () => fail('pictures_busy') });
  let pool: Pool | null = null;
  const decode = async (bytes: Uint8Array, box: number): Promise<Decoded | FieldCode> => {
    pool ??= openPool(places);
    let outcome: 'waiting' | 'started' | 'late' = 'waiting';
    const end = () => {
      if (outcome === 'started') outcome = 'late';
      void task.cancel();
    };
    let timer = setTimeout(end, startMs);
    const started = () => {
      outcome = 'started';
      clearTimeout(timer);
      timer = setTimeout(end, decodeMs);
    };
    const task = pool.exec('encode', [bytes, box], { on: started });
    try {
      return (await task) as Decoded | FieldCode;
    } catch (error) {
      // A crash while decoding means a broken picture; a process that never started is an error of ours.
      if (outcome === 'waiting') throw new Error('A decoder did not start.', { cause: error });
      return outcome === 'late' ? 'image_slow' : 'image_unreadable';
    } finally {
      clearTimeout(timer);
    }
  };
  const close = async () => {
    const ending = pool;
    pool = null;
    await ending?.terminate(true);
  };
  return { decode: (bytes, box) => semaphore.run(() => decode(bytes, box)), close };
}
