import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { closeDrafted } from '@/components/draft';
import { Modal } from '@/components/modal';
import { useWide } from '@/lib/use-wide';

interface ComposerSheetProps {
  /** Name of the draft: closing asks first if there is one, then deletes it. */
  draft: string;
  onClose: () => void;
  children: ReactNode;
}

/** Frame of the form for a new post: a dialog, or on phones a sheet of full height. */
export function ComposerSheet({ draft, onClose, children }: ComposerSheetProps) {
  const { t } = useTranslation('posts');
  const isWide = useWide();
  return (
    <Modal fullScreen={!isWide} onClose={() => void closeDrafted(draft, onClose)} title={t('composer.title')}>
      {children}
    </Modal>
  );
}
