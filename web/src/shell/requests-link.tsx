import { IconUserQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { OpenBadge } from '@/features/join-requests/open-badge';
import { useOwnSocieties } from '@/features/societies/own-societies';
import { NavItem } from './nav-item';
import css from './shell.module.css';

/** Link to the open requests of the societies that the user runs, with their number. */
export function RequestsLink({ onChoose }: { onChoose?: (() => void) | undefined }) {
  const { t } = useTranslation('shell');
  const run = useOwnSocieties().filter(({ Role }) => Role === 'admin');
  if (run.length === 0) return null;
  return (
    <nav aria-label={t('requestsMenu')} className={css.list}>
      <NavItem
        to="/requests"
        icon={<IconUserQuestion aria-hidden="true" />}
        label={t('requests')}
        badge={<OpenBadge societyIds={run.map(({ ID }) => ID)} />}
        onClick={onChoose}
      />
    </nav>
  );
}
