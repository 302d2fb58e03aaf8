import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { RosterChange, RosterCounts, RosterPlan } from '#models/contract/roster';
import { Badge } from '@/components/badge';
import { EmptyState } from '@/components/states';
import { formatNumber } from '@/lib/format';
import css from './roster.module.css';

const tones = { new: 'brand', changed: 'amber', back: 'brand', gone: 'rose' } as const;
const countNames = ['New', 'Changed', 'Back', 'Gone', 'Same', 'Missing'] as const;

function Counts({ counts }: { counts: RosterCounts }) {
  const { t } = useTranslation('roster');
  return (
    <dl className={css.counts}>
      {countNames.map((name) => (
        <div key={name}>
          <dt className="micro dim">{t(`count.${name}`)}</dt>
          <dd className="h3">{formatNumber(counts[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

function Fields({ fields }: { fields: RosterChange['Fields'] }) {
  const { t } = useTranslation('roster');
  return fields.map(({ Field, Before, After }) => (
    <span key={Field} className="small">
      {t(`field.${Field}`)}
      {': '}
      <bdi>{Before || t('empty')}</bdi>
      <span aria-hidden="true" className={css.arrow}>
        {' → '}
      </span>
      <bdi>{After || t('empty')}</bdi>
    </span>
  ));
}

function ChangeRow({ change: { Kind, Line, Number: number, Name, Fields: fields, Account_ID } }: { change: RosterChange }) {
  const { t } = useTranslation('roster');
  const label = <bdi>{Name || number}</bdi>;
  return (
    <li className={css.row}>
      <Badge tone={tones[Kind]}>{t(`kind.${Kind}`)}</Badge>
      <b>{Account_ID ? <Link to={`/users/${Account_ID}`}>{label}</Link> : label}</b>
      <span className="small dim">
        <bdi>{number}</bdi>
        {' · '}
        {Line === null ? t('noLine') : t('line', { line: formatNumber(Line) })}
      </span>
      <Fields fields={fields} />
      {Kind === 'gone' && Account_ID && <span className="small">{t('suspends')}</span>}
    </li>
  );
}

function Warnings({ plan: { Warnings: warnings, Ignored_Columns: ignored } }: { plan: RosterPlan }) {
  const { t } = useTranslation('roster');
  if (warnings.length + ignored.length === 0) return null;
  return (
    <section aria-label={t('warnings')}>
      <h3 className="h3">{t('warnings')}</h3>
      <ul className={css.lines}>
        {warnings.map(({ Kind, Name, Number: number, Society_ID, Society_Name }) => (
          <li key={`${number}/${Society_ID}`}>{t(`warning.${Kind}`, { name: Name || number, society: Society_Name })}</li>
        ))}
        {ignored.length > 0 && <li>{t('ignored', { columns: ignored.join(', ') })}</li>}
      </ul>
    </section>
  );
}

/** Wrong lines of a file, with their reasons. */
function WrongLines({ plan: { Wrong, Wrong_Lines } }: { plan: RosterPlan }) {
  const { t } = useTranslation('roster');
  return (
    <div role="alert">
      <p>{t('wrong', { count: Wrong })}</p>
      <ul className={css.lines}>
        {Wrong_Lines.map(({ Line, Column, Fault }) => (
          <li key={Line}>
            <b>{t('wrongLine', { line: formatNumber(Line) })}</b> {t(`fault.${Fault}`, { column: Column ?? '' })}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Changes({ plan: { Changes: changes, Counts: counts } }: { plan: RosterPlan }) {
  const { t } = useTranslation('roster');
  const more = counts.New + counts.Changed + counts.Back + counts.Gone - changes.length;
  if (changes.length === 0) return <EmptyState title={t('none')} text={t('noneText')} />;
  return (
    <section aria-label={t('changes')}>
      <ul className={css.changes}>
        {changes.map((change) => (
          <ChangeRow key={change.Number} change={change} />
        ))}
      </ul>
      {more > 0 && <p className="small dim">{t('more', { count: more })}</p>}
    </section>
  );
}

/** The changes that an import would make, or the lines that prevent it. */
export function PlanView({ plan }: { plan: RosterPlan }) {
  if (plan.Wrong > 0) return <WrongLines plan={plan} />;
  return (
    <>
      <Counts counts={plan.Counts} />
      <Warnings plan={plan} />
      <Changes plan={plan} />
    </>
  );
}
