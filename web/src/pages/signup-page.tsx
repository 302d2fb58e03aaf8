import { useTranslation } from 'react-i18next';
import { AuthFrame } from '@/features/auth/auth-frame';
import { OnlySignedOut } from '@/features/auth/only-signed-out';
import { SignupForm } from '@/features/auth/signup-form';

/** /signup */
export default function SignupPage() {
  const { t } = useTranslation('auth');
  return (
    <OnlySignedOut>
      <AuthFrame title={t('signupTitle')} text={t('signupText')}>
        <SignupForm />
      </AuthFrame>
    </OnlySignedOut>
  );
}
