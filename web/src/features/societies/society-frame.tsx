import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { roomOf } from '#models/contract/rooms';
import type { Society } from '#models/contract/societies';
import { Placeholder, PostSkeleton } from '@/components/skeletons';
import { EmptyState, ErrorState } from '@/components/states';
import { useRooms } from '@/lib/live';
import { useUser } from '@/lib/session';
import { MuteQuestion } from './mute';
import { useSociety } from './societies.queries';
import { SocietyHeader } from './society-header';
import css from './society-header.module.css';
import type { SocietyTab } from './society-tabs';

interface SocietyFrameProps {
  id: string;
  tab: SocietyTab;
  isCompact?: boolean;
  requestsBadge?: ReactNode;
  children: (society: Society) => ReactNode;
}

function Missing() {
  const { t } = useTranslation(['societies', 'common']);
  return (
    <div className="card">
      <title>{`${t('societies:missing.title')} · ${t('common:name')}`}</title>
      <EmptyState
        titleAs="h1"
        title={t('societies:missing.title')}
        text={t('societies:missing.text')}
        seed="nowhere"
        action={
          <Button component={Link} to="/societies">
            {t('societies:missing.action')}
          </Button>
        }
      />
    </div>
  );
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

/** The rooms that keep the page true; an outsider hears of an open society's posts in the feed. */
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

/** A page about a society once it is known; until then its shape, or why there is nothing to see. */
export function SocietyGate({ id, children }: SocietyGateProps) {
  const { t } = useTranslation('societies');
  const state = useSociety(id);
  if (state.is === 'missing') return <Missing />;
  if (state.is === 'loading') return <Loading />;
  if (state.is === 'failed')
    return (
      <div className="card">
        <ErrorState titleAs="h1" title={t('failed')} onRetry={state.retry} />
      </div>
    );
  return (
    <>
      <SocietyRooms society={state.society} />
      {children(state.society)}
    </>
  );
}

/** A page of a society: its header, and below it what the page is about; or why there is nothing to see. */
export function SocietyFrame({ id, tab, isCompact = false, requestsBadge, children }: SocietyFrameProps) {
  const { t } = useTranslation();
  return (
    <SocietyGate id={id}>
      {(society) => (
        <>
          <title>{`${society.Name} · ${t('name')}`}</title>
          <MuteQuestion society={society} />
          <SocietyHeader society={society} tab={tab} isCompact={isCompact} requestsBadge={requestsBadge} />
          {children(society)}
        </>
      )}
    </SocietyGate>
  );
}
