import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '@/components/lazy-dialog';
import css from './shell.module.css';

const useDialog = lazyDialog(() => import('@/features/posts/new-post-dialog'), 'posts');

/** Button in the middle of the bottom bar to write a post from any page. */
export function NewPost() {
  const { t } = useTranslation('shell');
  const [dialog, open] = useDialog({});
  return (
    <>
      <button type="button" className={css.make} aria-label={t('newPost')} onClick={open}>
        <IconPlus size={26} stroke={2.25} aria-hidden="true" />
      </button>
      {dialog}
    </>
  );
}
