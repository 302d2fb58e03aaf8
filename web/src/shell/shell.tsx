import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import { roomOf } from '#models/contract/rooms';
import '@/features/societies/societies.live';
import { lazyOptional } from '@/lib/lazy-optional';
import { useRooms } from '@/lib/live';
import { loadUntilSuccess } from '@/lib/retry-load';
import { useSession, useUser } from '@/lib/session';
import { setShellToasts } from '@/lib/toasts';
import { useWide } from '@/lib/use-wide';
import { BottomBar } from './bottom-bar';
import { CommandPaletteShortcut } from './command-palette';
import { ConnectionBanner } from './connection-banner';
import { Header } from './header';
import { PageBoundary } from './page-boundary';
import css from './shell.module.css';
import { Sidebar } from './sidebar';
import { useScrollReset } from './use-scroll-reset';
import { VerifyBanner } from './verify-banner';

/** Resumes what an earlier visit has left, after the page. */
const resume = (): Promise<void> => loadUntilSuccess(() => import('./resume-left')).then(({ resumeLeft }) => resumeLeft());

/** Renders nothing, so it loads after the page. */
const PushClicks = lazyOptional(() => import('@/features/notifications/push-clicks'));

/** Asks again for the consent to a text that has changed, after the page. */
const AskAgain = lazyOptional(() => import('@/features/account/outdated-consents'), { areas: ['account'] });

/** Effects of messages that only members get. */
const loadMemberEffects = (): Promise<unknown> => import('@/features/societies/membership.live').catch(() => {});

/** The frame around every page but login and sign-up. */
export function Shell() {
  const { t } = useTranslation('shell');
  const isSignedIn = useUser() !== null;
  const isVisitor = useSession(({ status }) => status === 'out');
  const isWide = useWide();
  useScrollReset();
  useRooms(isSignedIn ? [roomOf('mine')] : []);
  useEffect(() => void resume(), []);
  useEffect(() => void (isSignedIn && loadMemberEffects()), [isSignedIn]);
  useEffect(() => {
    setShellToasts(true);
    return () => setShellToasts(false);
  }, []);
  return (
    <div className={css.shell}>
      <a href="#main" className={css.skip}>
        {t('skip')}
      </a>
      {isWide && <Sidebar />}
      <div className={css.main}>
        <Header />
        <ConnectionBanner />
        <VerifyBanner />
        {isSignedIn && <AskAgain />}
        <main id="main" tabIndex={-1}>
          <PageBoundary>
            <Suspense>
              <Outlet />
            </Suspense>
          </PageBoundary>
        </main>
      </div>
      <BottomBar />
      {!isVisitor && <PushClicks />}
      <CommandPaletteShortcut />
    </div>
  );
}
