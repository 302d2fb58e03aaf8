import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type StoreProcess, startProcess } from './store-process.js';

export interface EmbeddedMongoOptions {
  dataDir: string;
  /** A folder of this user only, with a short path. */
  socketDir: string;
  logFile: string;
  detached?: boolean;
  onSpawn?: (pid: number) => void;
  /** Seed of the faults that the store throws in by itself, for the tests that run under faults. */
  faults?: string;
  /** Whether a commit waits until it is on disk (the default); tests that are not about crashes switch it off. */
  sync?: boolean;
  /** Most memory of its heap, in MB: 4096 by default. Every document is held there. */
  heapMb?: number;
}

const DEFAULT_HEAP_MB = 4096;
/** Room for short-lived objects: what a command allocates is gone before it is moved to the heap of the documents. */
const YOUNG_HEAP_MB = 64;

/** Starts the embedded MongoDB-wire store and waits until it serves. */
export function startEmbeddedMongo(options: EmbeddedMongoOptions): Promise<StoreProcess> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const before = existsSync(options.logFile) ? statSync(options.logFile).size : 0;
  const flags = [...(options.faults === undefined ? [] : [`--faults=${options.faults}`]), ...(options.sync === false ? ['--no-sync'] : [])];
  const heap = [`--max-old-space-size=${options.heapMb ?? DEFAULT_HEAP_MB}`, `--max-semi-space-size=${YOUNG_HEAP_MB}`];
  const launch = {
    command: process.execPath,
    args: [...heap, ...entry(), options.dataDir, options.socketDir, ...flags],
    outFile: options.logFile,
    detached: options.detached ?? false,
    onSpawn: options.onSpawn,
  };
  return startProcess(launch, async () => announcedUri(options.logFile, before));
}

/** Its program: the built file, or the source through tsx where the source is what runs. */
function entry(): string[] {
  if (import.meta.url.endsWith('.js')) return [fileURLToPath(new URL('./mongo/main.js', import.meta.url))];
  const loader = ['--conditions=source', '--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href];
  return [...loader, fileURLToPath(new URL('./mongo/main.ts', import.meta.url))];
}

/** The store says its address in one line of JSON once it serves. */
function announcedUri(logFile: string, from: number): string | undefined {
  const output = readFileSync(logFile).subarray(from).toString('utf8');
  const line = output.split('\n').find((candidate) => candidate.startsWith('{') && candidate.includes('"uri"'));
  if (line === undefined || !line.endsWith('}')) return undefined;
  return (JSON.parse(line) as { uri: string }).uri;
}
