import type { Society } from '#models/contract/societies';
import { Side } from '@/components/side';
import { Placeholder, PostSkeleton } from '@/components/skeletons';
import { LazyClaimNotice } from '@/features/claims/lazy-claim-notice';
import { About } from '@/features/societies/about';
import { ClosedSociety } from '@/features/societies/timeline-parts';
import { withTexts } from '@/lib/i18n';
import { lazyOptional, loadAhead } from '@/lib/lazy-optional';
import { useWide } from '@/lib/use-wide';
import { SocietyPageFrame } from './society-page-frame';

const loadPosts = () => import('./society-posts');
/** Apart from the page, which is taken over before its posts. */
const Posts = lazyOptional(loadPosts, {
  fallback: (
    <Placeholder>
      <PostSkeleton />
      <PostSkeleton />
    </Placeholder>
  ),
});
const loadEvents = withTexts(() => import('@/features/events/society-plans'), 'events');
const UpcomingEvents = lazyOptional(async () => ({ default: (await loadEvents()).UpcomingEvents }));
loadAhead(loadPosts);
loadAhead(loadEvents);

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
  return (
    <SocietyPageFrame tab="timeline">
      {(society) => (
        <>
          <LazyClaimNotice society={society} />
          <Timeline society={society} />
        </>
      )}
    </SocietyPageFrame>
  );
}
