import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { deleteAccount } from '#models/contract/account';
import { fieldTexts } from '#models/contract/field-texts';
import type { Society } from '#models/contract/societies';
import { Checkbox, PasswordInput } from '@/components/fields';
import { FormDialog } from '@/components/form-dialog';
import { api, hasCode } from '@/lib/api';
import { failureText } from '@/lib/failures';
import { fieldOf, flagOf } from '@/lib/form-fields';
import { longDay } from '@/lib/format';
import { signOut } from '@/lib/session';
import { toast } from '@/lib/toasts';
import { type FormErrors, useForm } from '@/lib/use-form';
import { useFormAction } from '@/sync/form-action';
import css from './account.module.css';

/** The fields of a society that the dialog shows. */
export type OwnSociety = Pick<Society, 'ID' | 'Name' | 'Role'>;

const blank = { password: '', keep: false };
type Values = typeof blank;

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

const validate = ({ password }: Values): FormErrors<Values> => (password ? {} : { password: fieldTexts.password_required });
const isWrongPassword = (error: unknown): boolean => hasCode(error, 'wrong_password');
const isOnlyAdmin = (error: unknown): boolean => hasCode(error, 'only_admin');

interface DeleteDialogProps {
  societies: readonly OwnSociety[];
  /** Day until which the account could be restored; null where it is deleted for good. */
  until: string | null;
  onClose: () => void;
}

/** Dialog to delete the account; asks for the password. */
export default function DeleteDialog({ societies, until, onClose }: DeleteDialogProps) {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const form = useForm(blank);
  const [mustHandOver, setMustHandOver] = useState(false);
  const remove = async ({ password, keep }: Values) => {
    const { data } = await api(deleteAccount, { password, keep_posts: keep });
    // Signing out here would redirect to the login too, but with a return to this page.
    void navigate('/login', { replace: true });
    signOut();
    const { Restorable_Until: end } = data;
    toast('success', end ? t('delete.until.done', { date: longDay(new Date(end)) }) : t('delete.done'));
  };
  const { submit, isBusy } = useFormAction(form, remove, {
    validate,
    failure: (error) => (isWrongPassword(error) || isOnlyAdmin(error) ? false : undefined),
    errorsOf: (error) => (isWrongPassword(error) ? { password: failureText(error) } : {}),
    onError: (error) => setMustHandOver(isOnlyAdmin(error)),
  });
  return (
    <FormDialog
      danger
      icon={<IconTrash size={17} aria-hidden="true" />}
      title={t('delete.title')}
      action={t('delete.action')}
      busyLabel={t('delete.busy')}
      isBusy={isBusy}
      formRef={form.form}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="soft">{until ? t('delete.until.text', { date: until }) : t('delete.text')}</p>
      {mustHandOver && <HandOver societies={societies} />}
      <PasswordInput
        {...fieldOf(form, 'password')}
        data-autofocus
        dir="ltr"
        autoComplete="current-password"
        label={t('password.current')}
      />
      <Checkbox {...flagOf(form, 'keep')} label={t('delete.keep')} description={t('delete.keepHelp')} />
    </FormDialog>
  );
}
