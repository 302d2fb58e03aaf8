import { Skeleton } from '@mantine/core';
import { type ReactNode, Suspense, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { roomOf } from '#models/contract/rooms';
import type { Society } from '#models/contract/societies';
import { LazyNotice } from '@/components/lazy-notice';
import { Placeholder, PostSkeleton } from '@/components/skeletons';
import { ThingGate } from '@/components/thing-gate';
import { useRooms } from '@/lib/live';
import { useUser } from '@/lib/session';
import { useSociety } from './societies.queries';
import { SocietyHeader } from './society-header';
import css from './society-header.module.css';
import { MuteQuestion, SeenAsPage, UnfollowQuestion } from './society-parts';
import type { SocietyTab } from './society-tabs';
import { Welcome } from './welcome/welcome';

interface SocietyFrameProps {
  id: string;
  tab: SocietyTab | null;
  isCompact?: boolean;
  requestsBadge?: ReactNode;
  /** Shown between header and page: a question to the viewer. */
  notice?: ((society: Society) => ReactNode) | undefined;
  children: (society: Society) => ReactNode;
}

/** Page without a society; joins the room that says when one opens up. */
function MissingSociety() {
  const { t } = useTranslation('societies');
  useRooms([roomOf('societies')]);
  const title = t('missing.title');
  return <LazyNotice tab={title} title={title} text={t('missing.text')} to="/societies" action={t('missing.action')} />;
}

const Loading = () => (
  <Placeholder>
    <div className={`card ${css.header}`}>
      <Skeleton className={css.banner ?? ''} radius={0} />
      <div className={css.who}>
        <Skeleton className={css.tile ?? ''} width={104} height={104} radius={31} />
        <div className={`stack ${css.names}`}>
          <Skeleton height={24} width="40%" />
          <Skeleton height={12} width="85%" />
          <Skeleton height={12} width="30%" />
        </div>
      </div>
    </div>
    <PostSkeleton />
  </Placeholder>
);

/** Joins the rooms of the page; outsiders receive posts of an open society by the feed's room. */
function SocietyRooms({ society: { ID, Role, Can } }: { society: Society }) {
  const isSignedIn = useUser() !== null;
  const inside = Role !== null || Can.manageRequests;
  const posts = inside ? [roomOf('society', ID)] : isSignedIn && Can.seePosts ? [roomOf('feed')] : [];
  useRooms([roomOf('societyPublic', ID), ...posts]);
  return null;
}

interface SocietyGateProps {
  id: string;
  children: (society: Society) => ReactNode;
}

/** Loads a society and renders its page; a skeleton while loading, or why it cannot be shown. */
export function SocietyGate({ id, children }: SocietyGateProps) {
  const { t } = useTranslation('societies');
  const view = useSociety(id);
  // Deferred, so that React renders the page in parts and the browser stays responsive.
  const isLoading = useDeferredValue(view.state.is === 'loading');
  if (view.thing && isLoading) return <Loading />;
  return (
    <ThingGate view={view} skeleton={<Loading />} missing={() => <MissingSociety />} failed={t('failed')}>
      {(society) => (
        <>
          <SocietyRooms society={society} />
          {children(society)}
        </>
      )}
    </ThingGate>
  );
}

/** Preview role by the URL, for those who manage the society. */
function useSeenAs({ Can }: Society): 'visitor' | 'member' | null {
  const as = useSearchParams()[0].get('as');
  return Can.manage && (as === 'visitor' || as === 'member') ? as : null;
}

type PageProps = Omit<SocietyFrameProps, 'id'> & { society: Society };

function Page({ society, tab, isCompact = false, requestsBadge, notice, children }: PageProps) {
  const as = useSeenAs(society);
  const page = (shown: Society) => (
    <>
      <SocietyHeader society={shown} tab={tab} isCompact={isCompact} requestsBadge={requestsBadge} seenAs={as} />
      <div inert={as !== null}>
        {notice?.(shown)}
        {children(shown)}
      </div>
    </>
  );
  if (!as) return page(society);
  return (
    <Suspense fallback={<Loading />}>
      <SeenAsPage society={society} as={as} missing={<MissingSociety />}>
        {page}
      </SeenAsPage>
    </Suspense>
  );
}

/** Page of a society: header and content, or why it cannot be shown. */
export function SocietyFrame({ id, ...page }: SocietyFrameProps) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  return (
    <SocietyGate id={id}>
      {(society) => (
        <>
          <title>{`${society.Name} · ${t('name')}`}</title>
          {params.has('mute') && <MuteQuestion society={society} />}
          {params.has('unfollow') && <UnfollowQuestion society={society} />}
          <Welcome society={society} />
          <Page society={society} {...page} />
        </>
      )}
    </SocietyGate>
  );
}
