import { IconUserQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { OpenBadge } from '@/features/join-requests/open-badge';
import { useOwnSocieties } from '@/features/societies/own-societies';
import { lazyOptional } from '@/lib/lazy-optional';
import { NavItem } from './nav-item';
import css from './shell.module.css';

/** Its script loads only for people who moderate a society. */
const ReportsLink = lazyOptional(() => import('./reports-link'), {
  areas: ['moderation'],
  fallback: <div className={css.nav} />,
});

/** Links to the open requests and reports of the societies that the user runs, with their numbers. */
export function RequestsLink({ onChoose }: { onChoose?: (() => void) | undefined }) {
  const { t } = useTranslation('shell');
  const own = useOwnSocieties();
  const run = own.filter(({ Role }) => Role === 'admin');
  const moderated = own.filter(({ Role }) => Role === 'admin' || Role === 'moderator');
  if (moderated.length === 0) return null;
  return (
    <nav aria-label={t('requestsMenu')} className={css.list}>
      {run.length > 0 && (
        <NavItem
          to="/requests"
          icon={<IconUserQuestion aria-hidden="true" />}
          label={t('requests')}
          badge={<OpenBadge societyIds={run.map(({ ID }) => ID)} />}
          onClick={onChoose}
        />
      )}
      <ReportsLink societyIds={moderated.map(({ ID }) => ID)} onChoose={onChoose} />
    </nav>
  );
}
