import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Society } from '#models/contract/societies';
import { Side } from '@/components/side';
import { EmptyState } from '@/components/states';
import { ComposerModal } from '@/features/posts/composer';
import { PostList } from '@/features/posts/post-list';
import { About } from '@/features/societies/about';
import { useMarkSeen } from '@/features/societies/own-societies';
import { PostPrompt } from '@/features/societies/post-prompt';
import { ActivityTitle, ClosedSociety } from '@/features/societies/timeline-parts';
import { loadArea } from '@/lib/i18n';
import { lazyOptional } from '@/lib/lazy-optional';
import { useWide } from '@/lib/use-wide';
import { SocietyPageFrame } from './society-page-frame';

/** Loads the events in parallel with the posts. */
const loadEvents = () => Promise.all([import('@/features/events/society-plans'), loadArea('events')]).then(([plans]) => plans);
const UpcomingEvents = lazyOptional(async () => ({ default: (await loadEvents()).UpcomingEvents }));
const CreateEvent = lazyOptional(async () => ({ default: (await loadEvents()).CreateEvent }));
loadEvents().catch(() => {});

/** Number of posts above the events on phones. */
const eventsAfter = 2;

function Posts({ society, isWide }: { society: Society; isWide: boolean }) {
  const { t } = useTranslation('societies');
  const [isWriting, setWriting] = useState(false);
  const { ID, Name, Role, Can, Post_Count } = society;
  const write = () => setWriting(true);
  useMarkSeen(ID);
  const empty = (
    <EmptyState
      title={t('timeline.empty')}
      text={t(Role && Can.post ? 'timeline.emptyText' : 'timeline.emptyOutside')}
      action={
        Role && (
          <div className="row">
            {Can.post && <Button onClick={write}>{t('timeline.create')}</Button>}
            <Suspense>
              <CreateEvent society={society} isShort />
            </Suspense>
          </div>
        )
      }
    />
  );
  const events = isWide ? null : (
    <>
      {Can.seeEvents && (
        <Suspense>
          <UpcomingEvents societyId={ID} canCreate={Can.createEvents} />
        </Suspense>
      )}
      <About society={society} />
    </>
  );
  return (
    <div className="stack">
      {Role && Post_Count > 0 && (
        <PostPrompt
          society={society}
          onWrite={write}
          beside={
            <Suspense>
              <CreateEvent society={society} isShort />
            </Suspense>
          }
        />
      )}
      <ActivityTitle count={Post_Count} />
      <PostList source={{ kind: 'society', id: ID }} empty={empty} insertions={[{ after: eventsAfter, content: events }]} />
      <ComposerModal society={{ id: ID, name: Name }} isOpen={isWriting} onClose={() => setWriting(false)} />
    </div>
  );
}

function Timeline({ society }: { society: Society }) {
  const isWide = useWide();
  const { ID, Can } = society;
  const main = Can.seePosts ? (
    <Posts society={society} isWide={isWide} />
  ) : (
    <div className="stack">
      <ClosedSociety />
      {!isWide && <About society={society} />}
    </div>
  );
  if (!isWide) return main;
  return (
    <div className="split">
      {main}
      <Side>
        {Can.seePosts && Can.seeEvents && (
          <Suspense>
            <UpcomingEvents societyId={ID} canCreate={Can.createEvents} />
          </Suspense>
        )}
        <About society={society} />
      </Side>
    </div>
  );
}

/** /societies/{id} */
export default function SocietyPage() {
  return <SocietyPageFrame tab="timeline">{(society) => <Timeline society={society} />}</SocietyPageFrame>;
}
