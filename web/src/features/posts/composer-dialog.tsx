import { useTranslation } from 'react-i18next';
import { closeDrafted } from '@/components/draft';
import { Modal } from '@/components/modal';
import ComposerForm, { type SocietyOption } from './composer-form';
import { postDraft } from './post-draft';

export default function ComposerDialog({ society, onClose }: { society: SocietyOption; onClose: () => void }) {
  const { t } = useTranslation(['posts', 'common']);
  return (
    <Modal
      opened
      onClose={() => void closeDrafted(postDraft(society.id), onClose)}
      title={<span className="h2">{t('posts:composer.title')}</span>}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <ComposerForm societies={[society]} isFixed onDone={onClose} />
    </Modal>
  );
}
