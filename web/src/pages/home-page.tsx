import { Suspense, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Placeholder, PostSkeleton } from '@/components/skeletons';
import { withTexts } from '@/lib/i18n';
import { lazyOptional } from '@/lib/lazy-optional';
import { useSession } from '@/lib/session';
import { readToken } from '@/lib/token';
import { page } from '@/shell/lazy-page';
import { VisitorHome } from './home/visitor-home';

const loadMemberHome = withTexts(() => import('./home/member-home'), 'posts', 'cards', 'notifications');
/** Apart from the page: a visitor loads none of the feed. */
const MemberHome = page(loadMemberHome);
if (readToken() !== null) loadMemberHome().catch(() => {});

/** Loaded for the link of a mail. */
const MuteTypeLink = lazyOptional(() => import('@/features/notifications/mute-type-link'));

/** Placeholder while the session is checked: most likely a member's home. */
const waiting = (
  <div className="page split">
    <Placeholder>
      <PostSkeleton />
      <PostSkeleton />
      <PostSkeleton />
    </Placeholder>
  </div>
);

/** / (the feed for a member, an introduction for a visitor) */
export default function HomePage() {
  const { t } = useTranslation(['home', 'common']);
  // Deferred: the whole page renders with it, interruptibly, so the browser stays responsive.
  const { status, user } = useDeferredValue(useSession());
  const isMuteAsked = useSearchParams()[0].has('mute');
  if (status === 'checking') return waiting;
  return (
    <>
      <title>{`${t('home:title')} · ${t('common:name')}`}</title>
      {isMuteAsked && <MuteTypeLink />}
      {user ? (
        <Suspense fallback={waiting}>
          <MemberHome />
        </Suspense>
      ) : (
        <VisitorHome />
      )}
    </>
  );
}
