import { useTranslation } from 'react-i18next';
import type { Post } from '#models/contract/posts';
import { Badge } from '@/components/badge';
import { exactTime } from '@/lib/format';
import { useNow } from '@/lib/now';
import { isPinnedAt } from './pinned-first';

/** Badges of a post: that it is an announcement, and that it is pinned, with the end as its title. */
export function PostMarks({ post }: { post: Post }) {
  const { t } = useTranslation('posts');
  const now = useNow();
  return (
    <>
      {post.Kind === 'announcement' && <Badge tone="brand">{t('announcement.badge')}</Badge>}
      {post.Pinned_Until && isPinnedAt(post, now) && (
        <span title={t('pin.until', { time: exactTime(post.Pinned_Until) })} suppressHydrationWarning>
          <Badge>{t('pin.badge')}</Badge>
        </span>
      )}
    </>
  );
}
