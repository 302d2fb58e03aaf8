import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app';
import { afterPaint } from './lib/after-paint';
import { startTexts } from './lib/i18n';
import { startLive } from './lib/live';
import { refetchAfterGaps } from './lib/query';
import { reloadAfterUpdate } from './lib/reload-after-update';
import { startSession } from './lib/session';
import { loadToasts } from './shell/toasts';
import { startPreferences } from './sync/preferences';
import './theme/mantine';

/** Starts the offline cache: before the first paint without a network, else after it. */
const startOffline = (): Promise<void> => import('./sync/offline').then((offline) => offline.startOffline()).catch(() => {});

async function start(): Promise<void> {
  void startSession();
  refetchAfterGaps();
  reloadAfterUpdate();
  const isOffline = navigator.onLine === false;
  await Promise.all([startTexts(), isOffline && startOffline()]);
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
  afterPaint(() => {
    void startLive();
    if (!isOffline) void startOffline();
    import('./lib/register-service-worker')
      .then(({ precacheBuild: keepPages, registerServiceWorker: startWorker }) => startWorker().then(keepPages))
      .catch(() => {});
    startPreferences();
    import('./lib/web-push').then(({ startPush }) => startPush()).catch(() => {});
    loadToasts();
    import('./shell/needs-connection').then(({ markControls }) => markControls()).catch(() => {});
  });
}

void start();
