import { pathToFileURL } from 'node:url';
import type { MessagePort } from 'node:worker_threads';
import workerpool from 'workerpool';
import type { AskAsVisitor, RenderedPage, RenderJob } from '#models/contract/rendering';

/** Exports of the app's build for the gateway: web/src/server/entry.tsx. */
interface Entry {
  renderPage(job: RenderJob, ask: AskAsVisitor): Promise<RenderedPage>;
}

/** A call of the page, and its answer. */
export interface Question {
  id: number;
  url: string;
}
export interface Reply extends Awaited<ReturnType<AskAsVisitor>> {
  id: number;
}

/** Asks over a port: the gateway makes the calls, since a worker has neither its connections nor its caches. */
function askThrough(port: MessagePort): AskAsVisitor {
  const waiting = new Map<number, (reply: Reply) => void>();
  port.on('message', (reply: Reply) => {
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  });
  let last = 0;
  return (url) =>
    new Promise((resolve) => {
      const id = ++last;
      waiting.set(id, resolve);
      port.postMessage({ id, url } satisfies Question);
    });
}

/** Loads the build; once, however often it is called. */
const load = async (file: string): Promise<Entry> => (await import(pathToFileURL(file).href)) as Entry;

workerpool.worker({
  load: async (file: string): Promise<void> => void (await load(file)),
  render: async (file: string, job: RenderJob, port: MessagePort): Promise<RenderedPage> => {
    try {
      return await (await load(file)).renderPage(job, askThrough(port));
    } finally {
      port.close();
    }
  },
});
