import { useTranslation } from 'react-i18next';
import type { StaffScope } from '#models/contract/staff-scopes';
import { Badge } from '@/components/badge';
import css from './staff.module.css';

/** The names of scopes, each as a badge. */
export function ScopeBadges({ scopes }: { scopes: readonly StaffScope[] }) {
  const { t } = useTranslation('staff');
  return (
    <span className={css.badges}>
      {scopes.map((scope) => (
        <Badge key={scope} tone={scope === 'all' ? 'brand' : 'sky'}>
          {t(`scope.${scope}.name`)}
        </Badge>
      ))}
    </span>
  );
}
