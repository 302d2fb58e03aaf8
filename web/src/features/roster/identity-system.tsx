import { useTranslation } from 'react-i18next';
import { exactTime } from '@/lib/format';
import css from './roster.module.css';
import { scimState, thisScim } from './scim.store';

/** Says whether the university's identity system changes the roster, at which address, and when it last did. */
export function IdentitySystem() {
  const { t } = useTranslation('roster');
  const { thing } = scimState.useThing(thisScim);
  if (!thing) return null;
  return (
    <div className={css.system}>
      <h3 className="h3">{t('scim.title')}</h3>
      <p className="small dim">{t(thing.Is_On ? 'scim.on' : 'scim.off')}</p>
      {thing.Is_On && (
        <dl className="small">
          <dt>{t('scim.address')}</dt>
          <dd>
            <bdi dir="ltr">{thing.Address}</bdi>
          </dd>
          <dt>{t('scim.lastChange')}</dt>
          <dd>{thing.Last_Change ? <time dateTime={thing.Last_Change}>{exactTime(thing.Last_Change)}</time> : t('scim.never')}</dd>
        </dl>
      )}
    </div>
  );
}
