import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { loadArea } from '@/lib/i18n';
import { useLazyOpen } from '@/lib/use-lazy-open';
import css from './shell.module.css';

const load = async () => (await Promise.all([import('@/features/posts/new-post-dialog'), loadArea('posts')]))[0];
const Dialog = lazy(load);

/** Button in the middle of the bottom bar to write a post from any page. */
export function NewPost() {
  const { t } = useTranslation('shell');
  const { isOpen, open, close } = useLazyOpen(load);
  return (
    <>
      <button type="button" className={css.make} aria-label={t('newPost')} onClick={open}>
        <IconPlus size={26} stroke={2.25} aria-hidden="true" />
      </button>
      <Suspense>{isOpen && <Dialog onClose={close} />}</Suspense>
    </>
  );
}
