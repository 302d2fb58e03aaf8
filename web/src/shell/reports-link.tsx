import { IconFlag } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useReportsPath } from '@/features/reports/society-reports-link';
import { SocietyReportsCount } from '@/features/reports/waiting-counts';
import { NavItem } from './nav-item';

interface ReportsLinkProps {
  societyIds: readonly string[];
  onChoose?: (() => void) | undefined;
}

/** Link to the reports of the societies that the user moderates, with the number of open ones. */
export default function ReportsLink({ societyIds, onChoose }: ReportsLinkProps) {
  const { t } = useTranslation('shell');
  return (
    <NavItem
      to={useReportsPath(societyIds)}
      icon={<IconFlag aria-hidden="true" />}
      label={t('reports')}
      badge={<SocietyReportsCount societyIds={societyIds} />}
      onClick={onChoose}
    />
  );
}
