import { useTranslation } from 'react-i18next';
import { AsyncCard } from '@/components/async-card';
import { RowSkeletons } from '@/components/skeletons';
import ComposerForm from './composer-form';
import { ComposerSheet } from './composer-sheet';
import { postDraft } from './post-draft';
import { usePostableSocieties } from './use-postable-societies';

/** Dialog for a new post from any page, with a choice of the society; `photo` was chosen before. */
export default function NewPostDialog({ photo, onClose }: { photo?: File | undefined; onClose: () => void }) {
  const { t } = useTranslation('posts');
  const { query, societies } = usePostableSocieties();
  return (
    <ComposerSheet draft={postDraft()} onClose={onClose}>
      <AsyncCard query={query} data={societies} skeleton={<RowSkeletons rows={2} />}>
        {(found) =>
          found.length > 0 ? (
            <ComposerForm societies={found} photo={photo} onDone={onClose} />
          ) : (
            <p className="soft">{t('composer.none')}</p>
          )
        }
      </AsyncCard>
    </ComposerSheet>
  );
}
