import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PlannedPost } from '#models/contract/planned-posts';
import { AsyncList } from '@/components/async-list';
import { Badge } from '@/components/badge';
import { BusyButton } from '@/components/busy-button';
import { confirm } from '@/components/confirm';
import { lazyDialog } from '@/components/lazy-dialog';
import { EmptyState } from '@/components/states';
import { exactTime } from '@/lib/format';
import { toast } from '@/lib/toasts';
import { useAction } from '@/sync/mutations';
import css from './planned-posts.module.css';
import { deletePlanned, publishNow, usePlannedPosts } from './planned-posts.store';
import { PostText } from './post-text';

const useEditDialog = lazyDialog(() => import('./planned-post-dialog'), 'drafts');

/** State of a planned post: draft, scheduled for a time, or refused. */
function State({ post }: { post: PlannedPost }) {
  const { t } = useTranslation('drafts');
  if (post.Publish_At) return <Badge tone="sky">{t('scheduled', { time: exactTime(post.Publish_At) })}</Badge>;
  return <Badge>{t('draft')}</Badge>;
}

function PlannedPostCard({ post }: { post: PlannedPost }) {
  const { t } = useTranslation(['drafts', 'posts', 'polls']);
  const [dialog, edit] = useEditDialog({ post });
  const { run, isBusy } = useAction(() => publishNow(post.ID));
  const publish = async () => {
    if (await run()) toast('success', t('drafts:published'));
  };
  const remove = () =>
    confirm({
      title: t('drafts:delete.title'),
      text: t('drafts:delete.text'),
      action: t('drafts:delete.open'),
      busy: t('drafts:delete.busy'),
      danger: true,
      run: () => deletePlanned(post.ID),
    });
  return (
    <li className={`card ${css.card}`}>
      <div className={`row ${css.head}`}>
        <b>
          <bdi>{post.Society_Name}</bdi>
        </b>
        {post.Poll && <Badge>{t('polls:title')}</Badge>}
        {post.Kind === 'announcement' && <Badge tone="brand">{t('posts:announcement.badge')}</Badge>}
        <State post={post} />
      </div>
      {post.Refused_At && !post.Publish_At && <p className="small soft">{t('drafts:refused', { time: exactTime(post.Refused_At) })}</p>}
      <PostText text={post.Content} />
      <div className={`row ${css.buttons}`}>
        <BusyButton size="compact-sm" busy={isBusy} busyLabel={t('posts:composer.posting')} onClick={() => void publish()}>
          {t('drafts:publish')}
        </BusyButton>
        <Button size="compact-sm" variant="default" data-online onClick={edit}>
          {t('drafts:edit.open')}
        </Button>
        <Button size="compact-sm" variant="default" data-online onClick={() => void remove()}>
          {t('drafts:delete.open')}
        </Button>
      </div>
      {dialog}
    </li>
  );
}

/** The viewer's drafts and scheduled posts, newest first. */
export function PlannedPosts() {
  const { t } = useTranslation('drafts');
  const view = usePlannedPosts();
  return (
    <AsyncList view={view} className={css.list} failed={t('failed')} empty={<EmptyState title={t('empty.title')} text={t('empty.text')} />}>
      {(post) => <PlannedPostCard post={post} />}
    </AsyncList>
  );
}
