import { useTranslation } from 'react-i18next';
import { AuthFrame } from '@/features/auth/auth-frame';
import { ResetForm } from '@/features/auth/reset-form';

/** /reset-password */
export default function ResetPasswordPage() {
  const { t } = useTranslation('auth');
  return (
    <AuthFrame title={t('reset.title')} text={t('reset.text')}>
      <ResetForm />
    </AuthFrame>
  );
}
