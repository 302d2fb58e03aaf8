import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import type { ReactNode } from 'react';
import { renderToReadableStream } from 'react-dom/server.edge';
import { StaticRouter } from 'react-router-dom';
import type { AskAsVisitor, RenderedPage, RenderJob } from '#models/contract/rendering';
import { App } from '@/app';
import { callThrough } from '@/lib/api';
import { i18n, startTexts } from '@/lib/i18n';
import { saveDigits } from '@/lib/locale';
import { queryClient } from '@/lib/query';
import { setRenderedView } from '@/lib/rendered-view';
import { clearUserState } from '@/lib/user-change';
import { collectState } from '@/sync/rendered-page';
import { descriptionOf } from './descriptions';
import { withFirstDrawings } from './drawings';
import { fetchMissing } from './fetch-missing';

/** Most rounds of rendering: each shows what the calls of the one before answered. */
const rounds = 6;
const root = '<div id="root">';

const fixedScheme = (scheme: MantineColorScheme): MantineColorSchemeManager => ({
  get: () => scheme,
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
});

/** Clears everything of the page before: pages are rendered one after the other, and share these stores. */
async function reset({ view }: RenderJob): Promise<void> {
  queryClient.clear();
  clearUserState();
  setRenderedView(view);
  saveDigits(view.digits);
  await startTexts();
  await i18n.changeLanguage(view.language);
}

/** The app as text, once every lazy part of it is there. Rejects if a part failed, which the stream would leave to the browser. */
async function renderApp({ path, scheme }: RenderJob): Promise<string> {
  const Router = ({ children }: { children: ReactNode }) => <StaticRouter location={path}>{children}</StaticRouter>;
  let failure: { error: unknown } | null = null;
  const stream = await renderToReadableStream(
    <div id="root">
      <App schemes={fixedScheme(scheme)} Router={Router} />
    </div>,
    {
      // Otherwise large parts would come after their placeholders, to be moved by an inline script that the content policy refuses.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        failure ??= { error };
      },
    },
  );
  await stream.allReady;
  const text = await new Response(stream as BodyInit).text();
  // The compiler does not see that the callback assigns it.
  const failed = failure as { error: unknown } | null;
  if (failed) throw failed.error;
  return text;
}

/** Renders until a round needs no call that is not answered yet. Rejects if a call is refused. */
async function renderWhole(job: RenderJob): Promise<string> {
  for (let round = 0; round < rounds; round++) {
    const text = await renderApp(job);
    if (!(await fetchMissing())) return text;
  }
  throw new Error(`${job.path} asks for more with each round`);
}

const titleTag = /<title[^>]*>([^<]*)<\/title>/;
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/** Text of which React escaped the markup. */
const unescaped = (text: string): string => text.replace(/&(amp|lt|gt|quot|#x27);/g, (_whole, name: string) => entities[name] ?? '');

/**
 * Renders a page. Call it for one page at a time: the stores are those of the process.
 * @param ask makes the calls of the page, without a token
 */
export async function renderPage(job: RenderJob, ask: AskAsVisitor): Promise<RenderedPage> {
  callThrough(async (url, { method }) => {
    if (method !== 'GET') throw new Error(`A page that is rendered must not call ${method} ${url}`);
    const { status, body } = await ask(url);
    return new Response(body, { status });
  });
  await reset(job);
  const text = await renderWhole(job);
  const start = text.indexOf(root);
  const title = titleTag.exec(text.slice(0, start))?.[1];
  if (start < 0 || title === undefined) throw new Error(`${job.path} has no title`);
  if (text.includes('<script')) throw new Error(`${job.path} has a script, which the content policy refuses`);
  return {
    body: withFirstDrawings(text.slice(start), job.view.isWide),
    title: unescaped(title),
    description: await descriptionOf(job.path),
    state: JSON.stringify(collectState(job.view, job.position)),
  };
}
