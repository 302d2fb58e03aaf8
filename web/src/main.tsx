import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app';
import { afterPaint } from './lib/after-paint';
import { startTexts } from './lib/i18n';
import { startLive } from './lib/live';
import { startOffline } from './lib/offline';
import { reloadAfterUpdate } from './lib/page';
import { startPreferences } from './lib/preferences';
import { refetchAfterGaps } from './lib/query';
import { startSession } from './lib/session';
import { keepPages, startWorker } from './lib/worker';
import { loadToasts } from './shell/toasts';
import './theme/mantine';

async function start(): Promise<void> {
  void startSession();
  refetchAfterGaps();
  reloadAfterUpdate();
  await Promise.all([startTexts(), startOffline()]);
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
    startWorker().then(keepPages, () => {});
    startPreferences();
    import('./lib/push').then(({ startPush }) => startPush()).catch(() => {});
    loadToasts();
  });
}

void start();
