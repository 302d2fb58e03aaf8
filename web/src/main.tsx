import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app';
import { afterPaint, nextTask } from './lib/after-paint';
import { startTexts } from './lib/i18n';
import { startLive } from './lib/live';
import { refetchAfterGaps } from './lib/query';
import { reloadAfterUpdate } from './lib/reload-after-update';
import { loadUntilSuccess } from './lib/retry-load';
import { startSession } from './lib/session';
import { readToken } from './lib/token';
import './theme/mantine';

/** Starts the offline cache before the first paint, without a network. */
const startOffline = (): Promise<void> => import('./sync/offline').then((offline) => offline.startOffline()).catch(() => {});

/** Shows a returning member their last page, before any answer. */
const showLastSeen = (): Promise<void> => import('./sync/last-seen').then((last) => last.showLastSeen()).catch(() => {});

/** Whether the gateway rendered the page, and for this view: then its data is in the stores. */
async function takeRenderedPage(): Promise<boolean> {
  const state = document.getElementById('rendered-state');
  return (
    state !== null &&
    import('./sync/rendered-page').then(
      (rendered) => rendered.takeRenderedPage(state),
      () => false,
    )
  );
}

/** Longest wait for a rendered page to be taken over (milliseconds). */
const takeOverWithin = 10_000;

/**
 * Resolves once a rendered page is taken over. Live messages and the offline cache wait for it: lists that change before React has
 * hydrated them would differ from the page.
 */
const takenOver = (): Promise<void> =>
  new Promise((resolve) => {
    window.addEventListener('nadi:ready', () => resolve(), { once: true });
    setTimeout(resolve, takeOverWithin);
  });

/** Shows the app: takes over the page that the gateway rendered for this view, or renders it. */
function show(isRendered: boolean): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  const app = (
    <StrictMode>
      <App />
    </StrictMode>
  );
  if (!isRendered) {
    root.replaceChildren();
    for (const mark of ['data-replaced', 'data-rendered']) document.documentElement.removeAttribute(mark);
  }
  startTransition(() => {
    if (isRendered) hydrateRoot(root, app);
    else createRoot(root).render(app);
  });
}

async function start(): Promise<void> {
  // Evaluating the modules has taken long enough.
  await nextTask();
  const isMember = readToken() !== null;
  // Begun before the page is shown, which would ask for it.
  if (isMember && location.pathname === '/') import('./pages/home/member-home').catch(() => {});
  if (isMember) import('./features/societies/membership.live').catch(() => {});
  const taking = takeRenderedPage();
  await nextTask();
  void startSession();
  refetchAfterGaps();
  reloadAfterUpdate();
  const isOffline = navigator.onLine === false;
  // A rendered page stays readable until its texts are there, and its links work. Without the texts, their keys would be shown.
  const texts = loadUntilSuccess(() => startTexts());
  await nextTask();
  const [isRendered] = await Promise.all([taking, texts, isOffline ? startOffline() : isMember && showLastSeen()]);
  const hydrated = isRendered ? takenOver() : undefined;
  show(isRendered);
  await hydrated;
  afterPaint(() => {
    void startLive();
    void loadUntilSuccess(() => import('./start-rest')).then(({ startRest }) => startRest(isOffline));
  });
}

void start();
