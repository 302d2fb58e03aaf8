import { useTranslation } from 'react-i18next';
import { AuthFrame } from '@/features/auth/auth-frame';
import { VerifyEmail } from '@/features/auth/verify-email';

/** /verify-email */
export default function VerifyEmailPage() {
  const { t } = useTranslation('auth');
  return (
    <AuthFrame title={t('verify.title')} text={t('verify.text')}>
      <VerifyEmail />
    </AuthFrame>
  );
}
