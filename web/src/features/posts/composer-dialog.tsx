import { useTranslation } from 'react-i18next';
import { closeDrafted } from '@/components/draft';
import { Modal } from '@/components/modal';
import ComposerForm, { type SocietyOption } from './composer-form';
import { postDraft } from './post-draft';

export default function ComposerDialog({ society, onClose }: { society: SocietyOption; onClose: () => void }) {
  const { t } = useTranslation(['posts', 'common']);
  return (
    <Modal onClose={() => void closeDrafted(postDraft(society.id), onClose)} title={t('posts:composer.title')}>
      <ComposerForm societies={[society]} isFixed onDone={onClose} />
    </Modal>
  );
}
