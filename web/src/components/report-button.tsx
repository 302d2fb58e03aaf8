import { IconFlag3 } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useLazyOpen } from '@/lib/use-lazy-open';
import type { ReportTexts } from './report-dialog';

const loadDialog = () => import('./report-dialog');
const ReportDialog = lazy(loadDialog);

interface ReportButtonProps {
  /** Reported thing, such as 'post:…'. */
  about: string;
  texts: ReportTexts;
  send: (message: string, key: string) => Promise<unknown>;
  className?: string | undefined;
  /** Text next to the flag; without it the icon gets an accessible name. */
  children?: ReactNode;
}

/** Opens the report dialog, which is loaded on first use. */
export function ReportButton({ about, texts, send, className, children }: ReportButtonProps) {
  const { t } = useTranslation();
  const { isOpen, open, close } = useLazyOpen(loadDialog);
  const name = children ? {} : { 'aria-label': t('report.open'), title: t('report.open') };
  return (
    <>
      <button type="button" className={className} data-quiet onClick={open} aria-haspopup="dialog" {...name}>
        <IconFlag3 size={18} stroke={1.75} aria-hidden="true" />
        {children}
      </button>
      <Suspense>{isOpen && <ReportDialog about={about} texts={texts} send={send} onClose={close} />}</Suspense>
    </>
  );
}
