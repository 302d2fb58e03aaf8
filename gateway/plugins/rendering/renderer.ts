import { fileURLToPath } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import workerpool, { type Pool } from 'workerpool';
import type { AskAsVisitor, RenderedPage, RenderJob } from '#models/contract/rendering';
import { Semaphore } from '#models/semaphore';
import type { Question, Reply } from './worker.js';

export interface RendererLimits {
  /** Maximum of pages rendered at once: each needs a core, and the gateway has the first. */
  places: number;
  /** Maximum of waiting pages, and of their wait in milliseconds. */
  waiting: number;
  waitMs: number;
  /** Time limit of one page, with its calls, after which its worker is ended. */
  renderMs: number;
}

const limits: RendererLimits = { places: 1, waiting: 16, waitMs: 2000, renderMs: 15_000 };
/** Time limit for the start of a worker, which loads the build. */
const startMs = 60_000;
const heapMb = 256;

/** The queue of pages is full, a page waited too long, or the renderer was closed. */
export class RendererBusy extends Error {}

/**
 * Opens the worker threads: the built file, or the source. A thread, unlike a process, shares what is loaded and starts
 * in little time; its environment has none of the gateway's secrets.
 */
function openPool(maxWorkers: number): Pool {
  const isBuilt = import.meta.url.endsWith('.js');
  return workerpool.pool(fileURLToPath(new URL(isBuilt ? './worker.js' : './worker-from-source.mjs', import.meta.url)), {
    workerType: 'thread',
    maxWorkers,
    workerThreadOpts: {
      env: { NODE_ENV: 'production' },
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    },
  });
}

export interface Renderer {
  /** Renders a page. Throws `RendererBusy` if the queue is full; rejects if the page cannot be rendered. */
  render(job: RenderJob, ask: AskAsVisitor): Promise<RenderedPage>;
  /** Ends the workers; the next page starts them again. */
  close(): Promise<void>;
}

/**
 * Renders pages with the app's build for the gateway, one after the other in each worker: the app's stores are those of its process
 * (docs/rendering.md).
 * @param file the build's module
 */
export function makeRenderer(file: string, given: Partial<RendererLimits> = {}): Renderer {
  const { places, waiting, waitMs, renderMs } = { ...limits, ...given };
  const refuse = (): never => {
    throw new RendererBusy('Too many pages wait to be rendered');
  };
  const semaphore = new Semaphore(places, { most: waiting, longestMs: waitMs, refuse });
  let pool: Pool | null = null;
  const render = async (job: RenderJob, ask: AskAsVisitor): Promise<RenderedPage> => {
    pool ??= openPool(places);
    // Load apart from the page: on a busy machine a page whose time includes it would end the worker, which loads again, and so on.
    // A job that waits for its worker to start could also be ended before its port is sent, which then fails outside of every promise.
    await pool.exec('load', [file]).timeout(startMs);
    const { port1, port2 } = new MessageChannel();
    port1.on('message', ({ id, url }: Question) => {
      ask(url).then(
        (answer) => port1.postMessage({ id, ...answer } satisfies Reply),
        () => port1.postMessage({ id, status: 500, body: '' } satisfies Reply),
      );
    });
    // The worker closes the channel, or its end does.
    port1.unref();
    return (await pool.exec('render', [file, job, port2], { transfer: [port2] }).timeout(renderMs)) as RenderedPage;
  };
  const close = async () => {
    const ending = pool;
    pool = null;
    await ending?.terminate(true);
  };
  const renderUnlessClosed = (job: RenderJob, ask: AskAsVisitor): Promise<RenderedPage> =>
    render(job, ask).catch((error: unknown) => {
      if (pool === null) throw new RendererBusy('The renderer was closed');
      throw error;
    });
  return { render: (job, ask) => semaphore.run(() => renderUnlessClosed(job, ask)), close };
}
