import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Consent } from '#models/contract/consents';
import { AsyncCard } from '@/components/async-card';
import { confirm } from '@/components/confirm';
import { Excerpt } from '@/components/excerpt';
import { RowSkeletons } from '@/components/skeletons';
import { TimeAgo } from '@/components/time-ago';
import { toast } from '@/lib/toasts';
import css from './account.module.css';
import { consentList, saveConsent } from './consents.store';
import { SettingSwitch } from './setting-switch';
import { SettingsCard } from './settings-card';

/** A consent: to what, since and until when, and a button that withdraws it. */
function ConsentRow({
  consent: { Subject, Society_ID, Society_Name, Version, Given_At, Withdrawn_At, Is_In_Force },
}: {
  consent: Consent;
}) {
  const { t } = useTranslation('account');
  const what = t(`consents.subject.${Subject}`, { society: Society_Name ?? '' });
  const withdraw = () =>
    confirm({
      title: t('consents.withdrawOne', { what }),
      text: t(`consents.withdrawText.${Subject}`),
      action: t('consents.withdraw'),
      busy: t('consents.withdrawing'),
      danger: true,
      run: async () => {
        await saveConsent(Subject, Society_ID, false);
        toast('success', t('consents.withdrawn'));
      },
    });
  return (
    <li className={css.line}>
      <span className="grow">
        <Excerpt className={css.device}>{what}</Excerpt>
        <span className="small dim">
          {t('consents.version', { version: Version })} · {t('consents.given')} <TimeAgo time={Given_At} />
          {Withdrawn_At && (
            <>
              {' '}
              · {t('consents.ended')} <TimeAgo time={Withdrawn_At} />
            </>
          )}
        </span>
      </span>
      {Is_In_Force && (
        <Button
          data-online
          variant="default"
          size="compact-md"
          aria-label={t('consents.withdrawOne', { what })}
          onClick={() => void withdraw()}
        >
          {t('consents.withdraw')}
        </Button>
      )}
    </li>
  );
}

/** What the user agreed to, and in which societies people outside see their name. */
export function ConsentsCard() {
  const { t } = useTranslation('account');
  const { query, items, counts } = consentList.useItems({});
  const isEmpty = query.data !== undefined && items.length === 0 && counts?.societies.length === 0;
  return (
    <SettingsCard title={t('consents.title')} lead={t(isEmpty ? 'consents.none' : 'consents.lead')}>
      <AsyncCard query={query} data={items} skeleton={<RowSkeletons rows={1} />}>
        {() => (
          <>
            {counts?.societies.map(({ ID, Name, Is_Named }) => (
              <SettingSwitch
                key={ID}
                label={t('consents.named', { society: Name })}
                help={t('consents.namedHelp')}
                isOn={Is_Named}
                save={(on) => saveConsent('sensitive-membership', ID, on)}
              />
            ))}
            {items.length > 0 && (
              <ul className={css.lines}>
                {items.map((consent) => (
                  <ConsentRow key={consent.ID} consent={consent} />
                ))}
              </ul>
            )}
          </>
        )}
      </AsyncCard>
    </SettingsCard>
  );
}
