import { IconFlag3 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from './lazy-dialog';
import type { ReportedThing } from './report-dialog';

/** The dialog to report something. */
export const useReportDialog = lazyDialog(() => import('./report-dialog'), 'notifications');

interface ReportButtonProps extends ReportedThing {
  className?: string | undefined;
  /** Text next to the flag; without it the icon gets an accessible name. */
  children?: ReactNode;
}

/** Opens the report dialog, which is loaded on first use. */
export function ReportButton({ className, children, ...reported }: ReportButtonProps) {
  const { t } = useTranslation();
  const [dialog, open] = useReportDialog(reported);
  const name = children ? {} : { 'aria-label': t('report.open'), title: t('report.open') };
  return (
    <>
      <button type="button" className={className} data-quiet onClick={open} aria-haspopup="dialog" {...name}>
        <IconFlag3 size={18} stroke={1.75} aria-hidden="true" />
        {children}
      </button>
      {dialog}
    </>
  );
}
