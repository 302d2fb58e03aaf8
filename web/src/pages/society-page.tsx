import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import type { Society } from '#models/contract/societies';
import { EmptyState } from '@/components/states';
import { UpcomingEvents } from '@/features/events/upcoming-events';
import { PendingBadge } from '@/features/join-requests/pending-badge';
import { ComposerModal } from '@/features/posts/composer';
import { PostList } from '@/features/posts/post-list';
import { useSeen } from '@/features/societies/own-societies';
import { PostPrompt } from '@/features/societies/post-prompt';
import { SocietyFrame } from '@/features/societies/society-frame';
import { ActivityTitle, ClosedSociety } from '@/features/societies/timeline-parts';
import { useWide } from '@/lib/use-wide';

/** On phones the events stand after the second post, or after the last. */
const eventsAfter = 2;

function Posts({ society, isWide }: { society: Society; isWide: boolean }) {
  const { t } = useTranslation('societies');
  const [isWriting, setWriting] = useState(false);
  const { ID, Name, Role, Can, Post_Count } = society;
  const write = () => setWriting(true);
  useSeen(ID);
  const empty = (
    <div className="card">
      <EmptyState
        title={t('timeline.empty')}
        text={t('timeline.emptyText')}
        action={Role && Can.post ? <Button onClick={write}>{t('timeline.create')}</Button> : undefined}
      />
    </div>
  );
  const events = !isWide && Can.seeEvents ? <UpcomingEvents societyId={ID} canCreate={Can.createEvents} /> : null;
  return (
    <div className="stack">
      {Role && Post_Count > 0 && <PostPrompt society={society} onWrite={write} />}
      <ActivityTitle count={Post_Count} />
      <PostList source={{ kind: 'society', id: ID }} empty={empty} woven={[{ after: eventsAfter, what: events }]} />
      <ComposerModal society={{ id: ID, name: Name }} isOpen={isWriting} onClose={() => setWriting(false)} />
    </div>
  );
}

function Timeline({ society }: { society: Society }) {
  const isWide = useWide();
  if (!society.Can.seePosts) return <ClosedSociety />;
  return (
    <div className={isWide && society.Can.seeEvents ? 'split' : ''}>
      <Posts society={society} isWide={isWide} />
      {isWide && society.Can.seeEvents && (
        <div className="side">
          <UpcomingEvents societyId={society.ID} canCreate={society.Can.createEvents} />
        </div>
      )}
    </div>
  );
}

/** /societies/{id} */
export default function SocietyPage() {
  const { id = '' } = useParams();
  return (
    <div className="page">
      <SocietyFrame key={id} id={id} tab="timeline" requestsBadge={<PendingBadge societyId={id} />}>
        {(society) => <Timeline society={society} />}
      </SocietyFrame>
    </div>
  );
}
