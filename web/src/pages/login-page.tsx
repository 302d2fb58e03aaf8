import { useTranslation } from 'react-i18next';
import { AuthFrame } from '@/features/auth/auth-frame';
import { LoginForm } from '@/features/auth/login-form';
import { OnlySignedOut } from '@/features/auth/only-signed-out';

/** /login */
export default function LoginPage() {
  const { t } = useTranslation('auth');
  return (
    <OnlySignedOut>
      <AuthFrame title={t('loginTitle')} text={t('loginText')}>
        <LoginForm />
      </AuthFrame>
    </OnlySignedOut>
  );
}
