import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { deleteAccount } from '#models/contract/account';
import { fieldTexts } from '#models/contract/errors';
import { BusyButton } from '@/components/busy-button';
import { Checkbox, PasswordInput } from '@/components/fields';
import { Modal } from '@/components/modal';
import { ApiError, api } from '@/lib/api';
import { failureText, fieldText, reportFailure } from '@/lib/failures';
import { signOut } from '@/lib/session';
import { toast } from '@/lib/toasts';
import { useForm } from '@/lib/use-form';
import css from './account.module.css';

/** As much of an own society as is needed to hand it over. */
export interface OwnSociety {
  ID: string;
  Name: string;
  Role: string | null;
}

interface Values {
  password: string;
  keep: boolean;
}

/** The only admin of a society hands it over first. */
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

/** Deletes the account; answers what is wrong, or nothing when it is gone. */
function useDelete() {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  return async ({ password, keep }: Values): Promise<{ password?: string; isOnlyAdmin?: boolean } | undefined> => {
    try {
      await api(deleteAccount, { password, keep_posts: keep }, { asBody: true });
    } catch (error) {
      const code = error instanceof ApiError ? error.code : '';
      if (code === 'wrong_password') return { password: failureText(error) };
      if (code === 'only_admin') return { isOnlyAdmin: true };
      reportFailure(error);
      return {};
    }
    // First away from here: this page is for who is signed in.
    await navigate('/', { replace: true });
    signOut();
    toast('success', t('delete.done'));
    return undefined;
  };
}

/** Asks for the password once more, and says what happens: there is no way back. */
export default function DeleteDialog({ societies, onClose }: { societies: readonly OwnSociety[]; onClose: () => void }) {
  const { t } = useTranslation(['account', 'common']);
  const { form, values, errors, set, fail } = useForm<Values>({ password: '', keep: false });
  const [busy, setBusy] = useState(false);
  const [isOnlyAdmin, setOnlyAdmin] = useState(false);
  const remove = useDelete();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || fail(values.password ? {} : { password: fieldTexts.password_required })) return;
    setBusy(true);
    const wrong = await remove(values);
    if (!wrong) return;
    setOnlyAdmin(wrong.isOnlyAdmin ?? false);
    if (wrong.password) fail({ password: wrong.password });
    setBusy(false);
  };
  return (
    <Modal
      opened
      onClose={() => !busy && onClose()}
      title={<span className="h2">{t('account:delete.title')}</span>}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form ref={form} className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        <p className="soft">{t('account:delete.text')}</p>
        {isOnlyAdmin && <HandOver societies={societies} />}
        <PasswordInput
          data-autofocus
          name="password"
          dir="ltr"
          autoComplete="current-password"
          label={t('account:password.current')}
          value={values.password}
          error={errors.password && fieldText(errors.password)}
          onChange={(event) => set('password', event.currentTarget.value)}
        />
        <Checkbox
          label={t('account:delete.keep')}
          description={t('account:delete.keepHelp')}
          checked={values.keep}
          onChange={(event) => set('keep', event.currentTarget.checked)}
        />
        <div className={css.ends}>
          <Button variant="default" disabled={busy} onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <BusyButton
            type="submit"
            color="rose"
            leftSection={<IconTrash size={17} aria-hidden="true" />}
            busy={busy}
            busyLabel={t('account:delete.busy')}
          >
            {t('account:delete.action')}
          </BusyButton>
        </div>
      </form>
    </Modal>
  );
}
