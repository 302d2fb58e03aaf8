import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Society } from '#models/contract/societies';
import { EmptyState } from '@/components/states';
import { useComposerDialog } from '@/features/posts/composer';
import { PostList } from '@/features/posts/post-list';
import { About } from '@/features/societies/about';
import { useMarkSeen } from '@/features/societies/own-societies';
import { PostPrompt } from '@/features/societies/post-prompt';
import { ActivityTitle } from '@/features/societies/timeline-parts';
import { withTexts } from '@/lib/i18n';
import { lazyOptional } from '@/lib/lazy-optional';

const loadEvents = withTexts(() => import('@/features/events/society-plans'), 'events');
const UpcomingEvents = lazyOptional(async () => ({ default: (await loadEvents()).UpcomingEvents }));
const CreateEvent = lazyOptional(async () => ({ default: (await loadEvents()).CreateEvent }));

/** Number of posts above the events on phones. */
const eventsAfter = 2;

/** The posts of a society, and what a member writes. */
export default function SocietyPosts({ society, isWide }: { society: Society; isWide: boolean }) {
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
