import { useTranslation } from 'react-i18next';
import { AuthFrame } from '@/features/auth/auth-frame';
import { UndoEmail } from '@/features/auth/undo-email';

/** /undo-email */
export default function UndoEmailPage() {
  const { t } = useTranslation('auth');
  return (
    <AuthFrame title={t('undo.title')} text={t('undo.text')}>
      <UndoEmail />
    </AuthFrame>
  );
}
