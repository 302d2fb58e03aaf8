import { IconPencil, IconTrash } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { Post } from '#models/contract/posts';
import { confirm } from '@/components/confirm';
import { lazyDialog } from '@/components/lazy-dialog';
import { ActionMenu } from '@/components/menu';
import { useUser } from '@/lib/session';
import { deletePostById } from './edit-post';
import { usePinAction } from './pin-action';

const useEditDialog = lazyDialog(() => import('./edit-post-dialog'));

/** Menu to edit and delete a post; nothing for viewers who may do neither. */
export function PostMenu({ post, onDeleted }: { post: Post; onDeleted?: (() => void) | undefined }) {
  const { t } = useTranslation('posts');
  // None where an admin sees the society as a visitor does.
  const user = useUser();
  const [dialog, open] = useEditDialog({ post });
  const [pinDialog, pin] = usePinAction(post);
  const remove = async () => {
    const run = () => deletePostById(post.ID);
    if (await confirm({ title: t('delete.title'), text: t('delete.text'), busy: t('delete.busy'), danger: true, run })) onDeleted?.();
  };
  const edit = post.Can.edit && { icon: IconPencil, label: t('edit.open'), onClick: open };
  const drop = post.Can.delete && {
    icon: IconTrash,
    label: t('delete.open'),
    onClick: () => void remove(),
    danger: true,
    needsConnection: true,
  };
  const items = [edit, pin, drop].filter((item) => item !== false);
  if (!user || items.length === 0) return null;
  return (
    <>
      <ActionMenu label={t('more')} items={items} />
      {dialog}
      <Fragment key="pin">{pinDialog}</Fragment>
    </>
  );
}
