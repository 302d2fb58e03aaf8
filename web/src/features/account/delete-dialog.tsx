import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { deleteAccount } from '#models/contract/account';
import { fieldTexts } from '#models/contract/errors';
import { DestructiveDialog } from '@/components/destructive-dialog';
import { Checkbox, PasswordInput } from '@/components/fields';
import { ApiError, api } from '@/lib/api';
import { failureText, fieldText, reportFailure } from '@/lib/failures';
import { signOut } from '@/lib/session';
import { toast } from '@/lib/toasts';
import { useForm } from '@/lib/use-form';
import css from './account.module.css';

/** The fields of a society that the dialog shows. */
export interface OwnSociety {
  ID: string;
  Name: string;
  Role: string | null;
}

interface Values {
  password: string;
  keep: boolean;
}

/** Lists the societies that the user administers; one without another admin must be handed over first. */
function HandOver({ societies }: { societies: readonly OwnSociety[] }) {
  const { t } = useTranslation('account');
  const own = societies.filter(({ Role }) => Role === 'admin');
  return (
    <div role="alert" className={css.choice}>
      <p className="small">{t('delete.onlyAdmin')}</p>
      <ul className={`${css.points} small`}>
        {own.map(({ ID, Name }) => (
          <li key={ID}>
            <Link to={`/societies/${ID}`} className="link">
              <bdi>{Name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Returns a function that deletes the account; it resolves to the errors, or undefined when the account is deleted. */
function useDeleteAccount() {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  return async ({ password, keep }: Values): Promise<{ password?: string; isOnlyAdmin?: boolean } | undefined> => {
    try {
      await api(deleteAccount, { password, keep_posts: keep });
    } catch (error) {
      const code = error instanceof ApiError ? error.code : '';
      if (code === 'wrong_password') return { password: failureText(error) };
      if (code === 'only_admin') return { isOnlyAdmin: true };
      reportFailure(error);
      return {};
    }
    // Signing out here would redirect to the login too, but with a return to this page.
    void navigate('/login', { replace: true });
    signOut();
    toast('success', t('delete.done'));
    return undefined;
  };
}

/** Dialog to delete the account for good; asks for the password. */
export default function DeleteDialog({ societies, onClose }: { societies: readonly OwnSociety[]; onClose: () => void }) {
  const { t } = useTranslation('account');
  const { form, values, errors, set, fail } = useForm<Values>({ password: '', keep: false });
  const [busy, setBusy] = useState(false);
  const [isOnlyAdmin, setOnlyAdmin] = useState(false);
  const remove = useDeleteAccount();
  const submit = async () => {
    if (fail(values.password ? {} : { password: fieldTexts.password_required })) return;
    setBusy(true);
    const wrong = await remove(values);
    if (!wrong) return;
    setOnlyAdmin(wrong.isOnlyAdmin ?? false);
    if (wrong.password) fail({ password: wrong.password });
    setBusy(false);
  };
  return (
    <DestructiveDialog
      title={t('delete.title')}
      action={t('delete.action')}
      busyLabel={t('delete.busy')}
      isBusy={busy}
      formRef={form}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p className="soft">{t('delete.text')}</p>
      {isOnlyAdmin && <HandOver societies={societies} />}
      <PasswordInput
        data-autofocus
        name="password"
        dir="ltr"
        autoComplete="current-password"
        label={t('password.current')}
        value={values.password}
        error={errors.password && fieldText(errors.password)}
        onChange={(event) => set('password', event.currentTarget.value)}
      />
      <Checkbox
        label={t('delete.keep')}
        description={t('delete.keepHelp')}
        checked={values.keep}
        onChange={(event) => set('keep', event.currentTarget.checked)}
      />
    </DestructiveDialog>
  );
}
