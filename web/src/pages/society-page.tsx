import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Society } from '#models/contract/societies';
import { Side } from '@/components/side';
import { EmptyState } from '@/components/states';
import { useComposerDialog } from '@/features/posts/composer';
import { PostList } from '@/features/posts/post-list';
import { About } from '@/features/societies/about';
import { useMarkSeen } from '@/features/societies/own-societies';
import { PostPrompt } from '@/features/societies/post-prompt';
import { ActivityTitle, ClosedSociety } from '@/features/societies/timeline-parts';
import { withTexts } from '@/lib/i18n';
import { lazyOptional } from '@/lib/lazy-optional';
import { useWide } from '@/lib/use-wide';
import { SocietyPageFrame } from './society-page-frame';

/** Loads the events in parallel with the posts. */
const loadEvents = withTexts(() => import('@/features/events/society-plans'), 'events');
const UpcomingEvents = lazyOptional(async () => ({ default: (await loadEvents()).UpcomingEvents }));
const CreateEvent = lazyOptional(async () => ({ default: (await loadEvents()).CreateEvent }));
loadEvents().catch(() => {});

/** Number of posts above the events on phones. */
const eventsAfter = 2;

function Posts({ society, isWide }: { society: Society; isWide: boolean }) {
  const { t } = useTranslation('societies');
  const { ID, Name, Role, Can, Post_Count } = society;
  const [dialog, write] = useComposerDialog({ society: { id: ID, name: Name } });
  useMarkSeen(ID);
  const empty = (
    <EmptyState
      title={t('timeline.empty')}
      text={t(Role && Can.post ? 'timeline.emptyText' : 'timeline.emptyOutside')}
      action={
        Role && (
          <div className="row">
            {Can.post && <Button onClick={write}>{t('timeline.create')}</Button>}
            <CreateEvent society={society} isShort />
          </div>
        )
      }
    />
  );
  const events = isWide ? null : (
    <>
      {Can.seeEvents && <UpcomingEvents societyId={ID} canCreate={Can.createEvents} />}
      <About society={society} />
    </>
  );
  return (
    <div className="stack">
      {Role && Post_Count > 0 && <PostPrompt society={society} onWrite={write} beside={<CreateEvent society={society} isShort />} />}
      <ActivityTitle count={Post_Count} />
      <PostList source={{ kind: 'society', id: ID }} empty={empty} insertions={[{ after: eventsAfter, content: events }]} />
      {dialog}
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
        {Can.seePosts && Can.seeEvents && <UpcomingEvents societyId={ID} canCreate={Can.createEvents} />}
        <About society={society} />
      </Side>
    </div>
  );
}

/** /societies/{id} */
export default function SocietyPage() {
  return <SocietyPageFrame tab="timeline">{(society) => <Timeline society={society} />}</SocietyPageFrame>;
}
