import { useTranslation } from 'react-i18next';
import { closeDrafted } from '@/components/draft';
import { Modal } from '@/components/modal';
import { RowSkeletons } from '@/components/skeletons';
import { ErrorLine } from '@/components/states';
import ComposerForm from './composer-form';
import { postDraft } from './post-draft';
import { usePostableSocieties } from './use-postable-societies';

/** Dialog for a new post from any page, with a choice of the society. */
export default function NewPostDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['posts', 'common']);
  const { targets, isLoading, isFailed, retry } = usePostableSocieties();
  return (
    <Modal
      opened
      onClose={() => void closeDrafted(postDraft(), onClose)}
      title={<span className="h2">{t('posts:composer.title')}</span>}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {isLoading && <RowSkeletons rows={2} />}
      {isFailed && <ErrorLine onRetry={retry} />}
      {!isLoading && !isFailed && targets.length === 0 && <p className="soft">{t('posts:composer.none')}</p>}
      {targets.length > 0 && <ComposerForm societies={targets} onDone={onClose} />}
    </Modal>
  );
}
