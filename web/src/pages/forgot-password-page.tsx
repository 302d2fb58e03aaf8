import { useTranslation } from 'react-i18next';
import { AuthFrame } from '@/features/auth/auth-frame';
import { ForgotForm } from '@/features/auth/forgot-form';

/** /forgot-password */
export default function ForgotPasswordPage() {
  const { t } = useTranslation('auth');
  return (
    <AuthFrame title={t('forgot.title')} text={t('forgot.text')}>
      <ForgotForm />
    </AuthFrame>
  );
}
