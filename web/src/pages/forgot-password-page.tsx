import { useTranslation } from 'react-i18next';
import { AuthFrame } from '@/features/auth/auth-frame';

/** /forgot-password */
export default function ForgotPasswordPage() {
  const { t } = useTranslation('auth');
  return (
    <AuthFrame title={t('forgot.title')} text={t('forgot.text')}>
      {null}
    </AuthFrame>
  );
}
