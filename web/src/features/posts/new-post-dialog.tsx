import { useTranslation } from 'react-i18next';
import { AsyncCard } from '@/components/async-card';
import { closeDrafted } from '@/components/draft';
import { Modal } from '@/components/modal';
import { RowSkeletons } from '@/components/skeletons';
import ComposerForm from './composer-form';
import { postDraft } from './post-draft';
import { usePostableSocieties } from './use-postable-societies';

/** Dialog for a new post from any page, with a choice of the society. */
export default function NewPostDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['posts', 'common']);
  const { query, societies } = usePostableSocieties();
  return (
    <Modal onClose={() => void closeDrafted(postDraft(), onClose)} title={t('posts:composer.title')}>
      <AsyncCard query={query} data={societies} skeleton={<RowSkeletons rows={2} />}>
        {(found) =>
          found.length > 0 ? <ComposerForm societies={found} onDone={onClose} /> : <p className="soft">{t('posts:composer.none')}</p>
        }
      </AsyncCard>
    </Modal>
  );
}
