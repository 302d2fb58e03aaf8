import { useTranslation } from 'react-i18next';
import { AuthFrame } from '@/features/auth/auth-frame';

/** /reset-password */
export default function ResetPasswordPage() {
  const { t } = useTranslation('auth');
  return (
    <AuthFrame title={t('reset.title')} text={t('reset.text')}>
      {null}
    </AuthFrame>
  );
}
