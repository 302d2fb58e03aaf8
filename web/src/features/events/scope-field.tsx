import { useTranslation } from 'react-i18next';
import { Radio } from '@/components/fields';
import { formatNumber } from '@/lib/format';
import type { ShownEvent } from './events.store';
import css from './series.module.css';
import { reachOf, type Scope } from './series-scope';

const scopes: readonly Scope[] = ['one', 'following', 'all'];

interface ScopeFieldProps {
  meetings: readonly ShownEvent[];
  /** Id of the meeting that is changed or cancelled. */
  named: string;
  value: Scope;
  onChange: (scope: Scope) => void;
}

/** Choice of the meetings that a change reaches, with their number, and of how many it leaves. */
export function ScopeField({ meetings, named, value, onChange }: ScopeFieldProps) {
  const { t } = useTranslation('event');
  const labelOf = (scope: Scope): string => {
    if (scope === 'one') return t('series.scope.one');
    const count = reachOf(meetings, named, scope).reached;
    return t(`series.scope.${scope}`, { count, n: formatNumber(count) });
  };
  const { left } = reachOf(meetings, named, value);
  return (
    <>
      <Radio.Group label={t('series.scope.label')} value={value} onChange={(next) => onChange(next as Scope)}>
        <div className={css.scopes}>
          {scopes.map((scope) => (
            <Radio key={scope} value={scope} label={labelOf(scope)} />
          ))}
        </div>
      </Radio.Group>
      {left > 0 && <p className="small soft">{t('series.scope.left', { count: left, n: formatNumber(left) })}</p>}
    </>
  );
}
