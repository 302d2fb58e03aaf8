import { IconPin, IconPinnedOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Post } from '#models/contract/posts';
import { lazyDialog } from '@/components/lazy-dialog';
import type { MenuEntry } from '@/components/menu';
import { useNow } from '@/lib/now';
import { useUser } from '@/lib/session';
import { runAction } from '@/sync/mutations';
import { societies } from '@/sync/societies';
import { unpin } from './pin-post';
import { isPinnedAt } from './pinned-first';

const usePinDialog = lazyDialog(() => import('./pin-dialog'));

/** The viewer's role in the society of a post, by the post alone: only moderators may delete what others wrote. */
const roleByPost = ({ User, User_Role, Can }: Post, viewer?: string) => (User === viewer ? User_Role : Can.delete ? 'moderator' : null);

/** The menu's entry to pin or unpin a post, and its dialog; false for viewers who do not moderate the society. */
export function usePinAction(post: Post): [dialog: ReactNode, entry: MenuEntry | false] {
  const { t } = useTranslation('posts');
  const [dialog, open] = usePinDialog({ post });
  const user = useUser();
  const loadedRole = societies.useSelected(post.Society_ID, (society) => society?.Role);
  const role = loadedRole === undefined ? roleByPost(post, user?.ID) : loadedRole;
  const now = useNow();
  if (role !== 'admin' && role !== 'moderator' && user?.Role !== 'admin') return [null, false];
  if (!isPinnedAt(post, now)) return [dialog, { icon: IconPin, label: t('pin.open'), onClick: open, needsConnection: true }];
  const onClick = () => void runAction(() => unpin(post.ID));
  return [dialog, { icon: IconPinnedOff, label: t('pin.undo'), onClick, needsConnection: true }];
}
