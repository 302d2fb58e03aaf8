import { fileURLToPath } from 'node:url';
import workerpool, { type Pool } from 'workerpool';
import { fail } from '#models/contract/failure';
import { Semaphore } from '#models/semaphore';
import type { DocumentContent } from './draw.js';
import type { SignatureFacts } from './sign.js';

/** Maximum of reports that are read and drawn at once, of those that wait, and of their wait. */
const limits = { places: 1, waiting: 8, waitMs: 20_000 };
/** Time limits for the start of the worker, which loads the fonts, and for one document. */
const startMs = 30_000;
const drawMs = 30_000;
const heapMb = 256;

const semaphore = new Semaphore(limits.places, { most: limits.waiting, longestMs: limits.waitMs, refuse: () => fail('reports_busy') });
let pool: Pool | null = null;

/** Opens the worker thread: the built file, or the source. A thread leaves the event loop to the other calls. */
function openPool(): Pool {
  const isBuilt = import.meta.url.endsWith('.js');
  return workerpool.pool(fileURLToPath(new URL(isBuilt ? './worker.js' : './worker-from-source.mjs', import.meta.url)), {
    workerType: 'thread',
    maxWorkers: limits.places,
    workerThreadOpts: { env: { NODE_ENV: 'production' }, resourceLimits: { maxOldGenerationSizeMb: heapMb } },
  });
}

/** Draws a document as a PDF, and signs it if asked, in a worker thread. */
export async function makeDocument(content: DocumentContent, signature: SignatureFacts | null = null): Promise<Uint8Array<ArrayBuffer>> {
  pool ??= openPool();
  return (await pool.exec('make', [content, signature]).timeout(startMs + drawMs)) as Uint8Array<ArrayBuffer>;
}

/** Runs the reading and drawing of one report after another. Throws `reports_busy` if too many wait. */
export const inReportQueue = <T>(work: () => Promise<T>): Promise<T> => semaphore.run(work);

/** Ends the worker; the next document starts it again. */
export async function closeDocuments(): Promise<void> {
  const ending = pool;
  pool = null;
  await ending?.terminate(true);
}
