import { Button } from '@mantine/core';
import { IconFileTypeCsv } from '@tabler/icons-react';
import { type ChangeEvent, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '@/components/busy-button';
import { Checkbox } from '@/components/fields';
import { IdentitySystem } from './identity-system';
import { PlanView } from './plan-view';
import css from './roster.module.css';
import { useRosterImport } from './use-roster-import';

interface RosterImportProps {
  onClose: () => void;
  /** Called after an import. */
  onDone: () => void;
}

/** Imports the university's list of people from a CSV file: first a check that shows every change, then the import. */
export default function RosterImport({ onClose, onDone }: RosterImportProps) {
  const { t } = useTranslation('roster');
  const title = useId();
  const input = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { checked, problem, check, isApplying, apply } = useRosterImport(onDone);
  useEffect(() => heading.current?.focus(), []);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    currentTarget.value = '';
    if (file) void check.run({ file, confirmed: false });
  };
  const plan = checked?.plan;
  const missing = plan?.Wrong === 0 ? plan.Counts.Missing : 0;
  const hasChanges = plan !== undefined && plan.Wrong === 0 && plan.Changes.length > 0;
  return (
    <section className={`card ${css.import}`} aria-labelledby={title}>
      <h2 ref={heading} id={title} className="h2" tabIndex={-1}>
        {t('title')}
      </h2>
      <p className="soft">{t('lead')}</p>
      <p className="small dim">{t('columns')}</p>
      <input ref={input} type="file" accept=".csv,text/csv" hidden tabIndex={-1} aria-hidden="true" onChange={choose} />
      {problem && (
        <p role="alert" className={css.problem}>
          {problem}
        </p>
      )}
      <p className="small" role="status">
        {check.isBusy ? t('checking') : checked && <bdi>{t('checked', { file: checked.file.name })}</bdi>}
      </p>
      {plan && <PlanView plan={plan} />}
      {checked && missing > 0 && (
        <div>
          <p>
            {t('missing', { count: missing })} {plan?.Needs_Confirmation && t('tooMany')}
          </p>
          <Checkbox
            label={t('confirm', { count: missing })}
            checked={checked.confirmed}
            disabled={check.isBusy || isApplying}
            onChange={() => void check.run({ file: checked.file, confirmed: !checked.confirmed })}
          />
        </div>
      )}
      <div className={css.buttons}>
        <BusyButton
          variant={hasChanges ? 'default' : 'filled'}
          busy={check.isBusy}
          busyLabel={t('checking')}
          leftSection={<IconFileTypeCsv size={17} stroke={1.75} aria-hidden="true" />}
          onClick={() => input.current?.click()}
        >
          {t(plan ? 'chooseOther' : 'choose')}
        </BusyButton>
        {checked && hasChanges && !plan?.Needs_Confirmation && (
          <BusyButton busy={isApplying} busyLabel={t('applying')} onClick={() => void apply(checked)}>
            {t('apply')}
          </BusyButton>
        )}
        <Button variant="default" disabled={isApplying} onClick={onClose}>
          {t('close')}
        </Button>
      </div>
      <IdentitySystem />
    </section>
  );
}
