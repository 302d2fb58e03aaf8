import type { TFunction } from 'i18next';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { AuditEntry, SocietyHistoryEntry } from '#models/contract/audit';
import { scimCalls } from '#models/contract/roster';
import { Badge } from '@/components/badge';
import { exactTime } from '@/lib/format';
import { i18n } from '@/lib/i18n';
import css from './audit.module.css';

type Translate = TFunction<'audit'>;

/** Words for a text of the area; the key itself where there is none, as for a call of a newer server. */
const wordsFor = (t: Translate, group: 'calls' | 'details' | 'values', key: string): string =>
  i18n.exists(`audit:${group}.${key}`) ? t(`${group}.${key}` as 'calls.login') : key;

/** Words for the value of a detail: a choice, a list of them, or an object of them as JSON. Dates, names and ids stay as they are. */
function valueWords(t: Translate, name: string, value: string): string {
  if (name === 'call') return wordsFor(t, 'calls', value);
  const words = (choice: unknown): string => wordsFor(t, 'values', String(choice));
  const list = (choices: string[]): string => choices.join(i18n.language === 'ar' ? '، ' : ', ');
  if (value.startsWith('{')) {
    try {
      return list(Object.entries(JSON.parse(value) as object).map(([key, choice]) => `${words(key)}: ${words(choice)}`));
    } catch {
      // Cut by the server.
      return value;
    }
  }
  return list(value.split(', ').map(words));
}

/** Pages of the things that have one. */
const pathOf: Record<string, (id: string) => string> = {
  user: (id) => `/users/${id}`,
  post: (id) => `/posts/${id}`,
  event: (id) => `/events/${id}`,
};

function Subject({ entry: { Subject_Kind: kind, Subject_ID: id, Subject_Name: name } }: { entry: SocietyHistoryEntry }) {
  const { t } = useTranslation('audit');
  const path = kind && id ? pathOf[kind]?.(id) : undefined;
  if (!name && !path) return null;
  return (
    <bdi>
      {path ? (
        <Link to={path} className="tap">
          {name || t('view')}
        </Link>
      ) : (
        name
      )}
    </bdi>
  );
}

const systemCalls: ReadonlySet<string> = new Set(scimCalls);

/** Name for the caller of an entry without a person. */
function withoutPerson(call: string): 'automatic' | 'identitySystem' | 'nobody' | 'unnamed' {
  if (call === 'giveFeedback') return 'unnamed';
  if (call === 'endRoleTerm') return 'automatic';
  return systemCalls.has(call) ? 'identitySystem' : 'nobody';
}

function Actor({ entry: { Call: call, Actor_ID: id, Actor_Name: name } }: { entry: SocietyHistoryEntry }) {
  const { t } = useTranslation(['audit', 'common']);
  if (!id) return <span className="dim">{t(`audit:${withoutPerson(call)}`)}</span>;
  return (
    <Link to={`/users/${id}`} className="tap">
      <bdi>{name || t('common:unknownUser')}</bdi>
    </Link>
  );
}

/** Inputs that say what was done, such as the new role. */
function Details({ details }: { details: Record<string, string> }) {
  const { t } = useTranslation('audit');
  const shown = Object.entries(details).filter(([name]) => name !== 'read');
  if (shown.length === 0) return null;
  return (
    <dl className={`${css.details} small dim`}>
      {shown.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{wordsFor(t, 'details', name)}</dt>
          <dd>
            <bdi>{valueWords(t, name, value)}</bdi>
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** Address and browser, for platform admins. */
function Place({ entry }: { entry: Partial<AuditEntry> }) {
  if (entry.Address === undefined) return null;
  return (
    <p className={`${css.place} small dim`} dir="ltr">
      {[entry.Address, entry.Device].filter(Boolean).join(' · ')}
    </p>
  );
}

/** One entry: who did what and when, and for platform admins from where. */
export function AuditRow({ entry }: { entry: SocietyHistoryEntry & Partial<AuditEntry> }) {
  const { t } = useTranslation('audit');
  const { At, Call, By_Staff, Details: details, Society_ID, Society_Name, Outcome = 'ok' } = entry;
  const action = details.read ? t('readInside') : wordsFor(t, 'calls', Call);
  return (
    <li className={css.row}>
      <time dateTime={At} className={`${css.time} small dim`}>
        {exactTime(At)}
      </time>
      <div className={css.words}>
        <p className={css.action}>
          <b>{action}</b>
          <Subject entry={entry} />
          {Outcome !== 'ok' && <Badge tone="rose">{t('refused')}</Badge>}
        </p>
        <p className={`${css.by} small`}>
          <Actor entry={entry} />
          {By_Staff && <Badge tone="brand">{t('staff')}</Badge>}
          {Society_ID && Society_Name && (
            <Link to={`/societies/${Society_ID}`} className="tap">
              <bdi>{Society_Name}</bdi>
            </Link>
          )}
        </p>
        <Details details={Outcome === 'ok' ? details : { ...details, outcome: Outcome }} />
        <Place entry={entry} />
      </div>
    </li>
  );
}
