import { useTranslation } from 'react-i18next';
import { type ReportReason, reportReasons } from '#models/contract/reports';
import { NativeSelect } from './text-fields';

interface ReasonSelectProps {
  label: string;
  value: ReportReason;
  onChange: (reason: ReportReason) => void;
}

/** Choice of the rule that was broken. */
export function ReasonSelect({ label, value, onChange }: ReasonSelectProps) {
  const { t } = useTranslation('notifications');
  return (
    <NativeSelect
      label={label}
      data={reportReasons.map((reason) => ({ value: reason, label: t(`rules.${reason}`) }))}
      value={value}
      onChange={(event) => onChange(event.target.value as ReportReason)}
    />
  );
}
