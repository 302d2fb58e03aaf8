import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import type { Report } from '#models/contract/reports';
import { BusyButton } from '@/components/busy-button';
import { DraftArea } from '@/components/draft-area';
import { DueTime } from '@/components/due-time';
import { TimeAgo } from '@/components/time-ago';
import { WrittenText } from '@/components/written-text';
import { useDraftText, writeDraftText } from '@/lib/drafts';
import { useUser } from '@/lib/session';
import css from './reports.module.css';
import { useDecideAppeal } from './use-decide';

interface AppealProps {
  report: Report;
  appeal: NonNullable<Report['Appeal']>;
  mayDecide: boolean;
  mayRestore: boolean;
}

/** Buttons to uphold the removal or to restore the content, for somebody else than who decided the report. */
function AppealDecision({ report, mayRestore }: Omit<AppealProps, 'appeal' | 'mayDecide'>) {
  const { t } = useTranslation('moderation');
  const draft = `appeal-note:${report.ID}`;
  const note = useDraftText(draft).trim();
  const { decide, busy } = useDecideAppeal(report);
  const me = useUser()?.ID;
  const send = async (action: Parameters<typeof decide>[0]) => {
    if (await decide(action, note)) writeDraftText(draft, '');
  };
  if (me === report.Decided_By?.ID) return <p className="small soft">{t('reports.appeal.ownDecision')}</p>;
  if (me === report.User || me === report.About) return <p className="small soft">{t('reports.own')}</p>;
  return (
    <>
      <DraftArea draft={draft} label={t('reports.appeal.note')} autosize maxLength={lengths.reason} />
      <div className={css.buttons}>
        <BusyButton variant="default" busy={busy === 'uphold'} busyLabel={t('reports.appeal.deciding')} onClick={() => void send('uphold')}>
          {t('reports.appeal.uphold')}
        </BusyButton>
        {mayRestore && (
          <BusyButton busy={busy === 'restore'} busyLabel={t('reports.appeal.deciding')} onClick={() => void send('restore')}>
            {t('reports.appeal.restore')}
          </BusyButton>
        )}
      </div>
    </>
  );
}

/** The author's appeal: its words, and its outcome or the buttons for it. */
export function Appeal({ report, appeal, mayDecide, mayRestore }: AppealProps) {
  const { t } = useTranslation('moderation');
  return (
    <section className={css.why} aria-label={t('reports.appeal.title')}>
      <p className="small soft">
        <span>{t('reports.appeal.title')}</span> <DueTime time={report.Due_At} /> <TimeAgo time={appeal.CreatedAt} className="micro dim" />
      </p>
      <WrittenText text={appeal.message} />
      {appeal.status === 'open' ? (
        mayDecide && <AppealDecision report={report} mayRestore={mayRestore} />
      ) : (
        <p className="small soft">
          {t(`reports.appeal.${appeal.status}`)} <bdi>{appeal.Decided_By?.Name}</bdi>
          {appeal.note && (
            <>
              {' · '}
              <bdi dir="auto">{appeal.note}</bdi>
            </>
          )}
        </p>
      )}
    </section>
  );
}
