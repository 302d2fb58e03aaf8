import { useTranslation } from 'react-i18next';
import { BusyButton } from './busy-button';
import css from './taking.module.css';

interface TakingProps {
  taker: { ID: string; Name: string } | null;
  me: string;
  isBusy: boolean;
  onTake: (taken: boolean) => void;
}

/** Who is on a report or support request, and the button to take it or put it back. */
export function Taking({ taker, me, isBusy, onTake }: TakingProps) {
  const { t } = useTranslation('moderation');
  const isMine = taker?.ID === me;
  const label = t(isMine ? 'reports.putBack' : 'reports.take');
  const name = `\u2068${taker?.Name}\u2069`;
  return (
    <p className={`${css.taking} small soft`}>
      {taker && <span role="status">{isMine ? t('reports.takenByMe') : t('reports.taken', { name })}</span>}
      <BusyButton variant="subtle" size="compact-sm" busy={isBusy} busyLabel={label} onClick={() => onTake(!isMine)}>
        {label}
      </BusyButton>
    </p>
  );
}
