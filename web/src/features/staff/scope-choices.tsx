import { useTranslation } from 'react-i18next';
import type { StaffScope } from '#models/contract/staff-scopes';
import { Checkbox } from '@/components/fields';
import css from './staff.module.css';

interface ScopeChoicesProps {
  scopes: readonly StaffScope[];
  chosen: readonly StaffScope[];
  onChange: (chosen: StaffScope[]) => void;
}

/** Check boxes of scopes, with what each allows. */
export function ScopeChoices({ scopes, chosen, onChange }: ScopeChoicesProps) {
  const { t } = useTranslation('staff');
  return (
    <fieldset className={css.choices} aria-label={t('propose.scopes')}>
      {scopes.map((scope) => (
        <Checkbox
          key={scope}
          label={t(`scope.${scope}.name`)}
          description={t(`scope.${scope}.text`)}
          checked={chosen.includes(scope)}
          onChange={({ currentTarget: { checked } }) => onChange(checked ? [...chosen, scope] : chosen.filter((each) => each !== scope))}
        />
      ))}
    </fieldset>
  );
}
