import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Report } from '#models/contract/reports';
import { Badge } from '@/components/badge';
import { DueTime } from '@/components/due-time';
import { TimeAgo } from '@/components/time-ago';
import { WrittenText } from '@/components/written-text';
import { Appeal } from './appeal-decision';
import { Decision } from './decision';
import css from './reports.module.css';

function PersonLink({ id, name }: { id: string | null; name: string }) {
  const { t } = useTranslation();
  const shown = <bdi>{name || t('unknownUser')}</bdi>;
  return id ? (
    <Link to={`/users/${id}`} className={`${css.person} tap`}>
      {shown}
    </Link>
  ) : (
    <span className={css.person}>{shown}</span>
  );
}

function ReportOutcome({ report: { Decided_By, Decided_At, note, Rule } }: { report: Report }) {
  const { t } = useTranslation(['moderation', 'notifications']);
  return (
    <div className={`${css.outcome} small soft`}>
      {Decided_By && (
        <p>
          <span>{t('reports.decidedBy')}</span> <PersonLink id={Decided_By.ID} name={Decided_By.Name} />{' '}
          {Decided_At && <TimeAgo time={Decided_At} className="micro dim" />}
        </p>
      )}
      {Rule && Rule !== 'something_else' && (
        <p>
          {t('reports.rule')}: {t(`notifications:rules.${Rule}`)}
        </p>
      )}
      {note && (
        <p>
          <span>{t('reports.note')}:</span>{' '}
          <bdi className={css.words} dir="auto">
            {note}
          </bdi>
        </p>
      )}
    </div>
  );
}

/** Card of a report: its subject, reporter, reason, and the decision or the buttons for it. */
export function ReportCard({ report, mayDecide, mayRemove }: { report: Report; mayDecide: boolean; mayRemove: boolean }) {
  const { t } = useTranslation(['moderation', 'notifications']);
  const { kind, reason, Excerpt, link, About, About_Name, User, User_Name, message, CreatedAt, status } = report;
  return (
    <li className={`card ${css.report}`}>
      <article aria-label={`${t(`reports.kind.${kind}`)}: ${Excerpt || t('reports.gone')}`}>
        <header className={css.head}>
          <Badge tone="sky">{t(`reports.kind.${kind}`)}</Badge>
          {status === 'open' && <DueTime time={report.Due_At} />}
          <TimeAgo time={CreatedAt} className="micro dim" />
        </header>
        <blockquote className={css.thing}>
          <p className={`${css.words} auto`} dir="auto">
            {Excerpt || t('reports.gone')}
          </p>
          <footer className={`${css.where} small soft`}>
            {kind !== 'user' && (About || About_Name) && (
              <span>
                <span>{t('reports.by')}</span> <PersonLink id={About} name={About_Name} />
              </span>
            )}
            {link && Excerpt && (
              <Link to={link} className="link tap">
                {t('reports.see')}
              </Link>
            )}
          </footer>
        </blockquote>
        <div className={css.why}>
          <p className="small soft">
            <span>{t('reports.reportedBy')}</span> <PersonLink id={User} name={User_Name} />
          </p>
          {reason !== 'something_else' && <Badge tone="amber">{t(`notifications:rules.${reason}`)}</Badge>}
          <WrittenText text={message} />
        </div>
        {status !== 'open' && <ReportOutcome report={report} />}
        {status === 'open' && mayDecide && <Decision report={report} mayRemove={mayRemove} />}
        {report.Appeal && <Appeal report={report} appeal={report.Appeal} mayDecide={mayDecide} mayRestore={mayRemove} />}
      </article>
    </li>
  );
}
