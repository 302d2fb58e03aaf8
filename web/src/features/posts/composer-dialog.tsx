import { useTranslation } from 'react-i18next';
import { Modal } from '@/components/modal';
import ComposerForm, { type Target } from './composer-form';

export default function ComposerDialog({ society, onClose }: { society: Target; onClose: () => void }) {
  const { t } = useTranslation(['posts', 'common']);
  return (
    <Modal
      opened
      onClose={onClose}
      title={<span className="h2">{t('posts:composer.title')}</span>}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <ComposerForm societies={[society]} isFixed onDone={onClose} />
    </Modal>
  );
}
