import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { type CloseButtonProps, ToastContainer, toast } from 'react-toastify';
import { Nuqta } from '@/components/nuqta';
import { connectToasts, type ToastKind, type ToastRequest } from '@/lib/toasts';
import css from './toast-container.module.css';

const icons = { success: IconCheck, error: IconX, warning: IconAlertTriangle, info: IconInfoCircle };

function Mark({ kind }: { kind: ToastKind }) {
  const Icon = kind === 'live' ? null : icons[kind];
  return (
    <span className={css.mark} data-kind={kind}>
      {Icon ? <Icon size={17} stroke={2.25} aria-hidden="true" /> : <Nuqta tone="spark" size={11} />}
    </span>
  );
}

function Close({ closeToast, label }: Pick<CloseButtonProps, 'closeToast'> & { label: string }) {
  return (
    <button type="button" className={css.close} aria-label={label} onClick={closeToast}>
      <IconX size={17} stroke={1.75} aria-hidden="true" />
    </button>
  );
}

/** Link of a toast; passes the current page to the login, which leads back to it. */
function Way({ to, label }: NonNullable<ToastRequest['link']>) {
  const { pathname, search } = useLocation();
  // No link on the login page itself, which already has the way back.
  if (to === '/login' && pathname === to) return null;
  return (
    <Link to={to} state={{ from: pathname + search }} className="link tap">
      {label}
    </Link>
  );
}

function Undo({ undo: { label, run }, onDone }: { undo: NonNullable<ToastRequest['undo']>; onDone: () => void }) {
  const takeBack = () => {
    run();
    onDone();
  };
  return (
    <button type="button" className={`link tap ${css.undo}`} onClick={takeBack}>
      {label}
    </button>
  );
}

function showToast({ kind, text, life, id, link, undo }: ToastRequest): void {
  const content = ({ closeToast }: { closeToast: () => void }) => (
    <>
      <span className="grow">{text}</span>
      {link && <Way {...link} />}
      {undo && <Undo undo={undo} onDone={closeToast} />}
    </>
  );
  const options = { type: kind === 'live' ? ('info' as const) : kind, icon: <Mark kind={kind} />, autoClose: life };
  if (id && toast.isActive(id)) toast.update(id, { ...options, render: content });
  else toast(content, { ...options, ...(id ? { toastId: id } : {}) });
}

const host = { show: showToast, drop: (id: string) => toast.dismiss(id) };

export default function Container() {
  const { t, i18n } = useTranslation();
  useEffect(() => connectToasts(host), []);
  return (
    <ToastContainer
      aria-label={t('toasts')}
      className={css.toasts ?? ''}
      position={i18n.language === 'ar' ? 'top-left' : 'top-right'}
      rtl={i18n.language === 'ar'}
      hideProgressBar
      pauseOnHover
      newestOnTop
      closeButton={({ closeToast }) => <Close closeToast={closeToast} label={t('close')} />}
    />
  );
}
