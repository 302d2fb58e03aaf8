import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Chips } from '@/components/chips';
import { reportFailure } from '@/lib/failures';
import { type Appearance, saveAppearance, usePreferences } from '@/sync/preferences';
import css from './account.module.css';
import { SettingsCard } from './settings-card';

/** Applies a choice at once; rolled back if the server refuses it. */
const saveChoice = (choice: Partial<Appearance>): void => void saveAppearance(choice).catch((error: unknown) => reportFailure(error));

function ChoiceGroup({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId();
  return (
    <div className={css.choice}>
      <h3 id={heading} className="small">
        {title}
      </h3>
      {children}
    </div>
  );
}

/** Language, digits and theme, applied at once and stored with the account. */
export function AppearanceCard() {
  const { t } = useTranslation('account');
  const { locale, digits, theme } = usePreferences();
  return (
    <SettingsCard title={t('look.title')} lead={t('look.lead')}>
      <ChoiceGroup title={t('look.language')}>
        <Chips
          wraps
          label={t('look.language')}
          value={locale ?? 'browser'}
          options={[
            { value: 'browser', label: t('look.browser') },
            { value: 'en', label: 'English' },
            { value: 'ar', label: 'العربية' },
          ]}
          onChange={(chosen) => saveChoice({ locale: chosen === 'browser' ? null : chosen })}
        />
      </ChoiceGroup>
      <ChoiceGroup title={t('look.digits')}>
        <Chips
          wraps
          label={t('look.digits')}
          value={digits}
          options={[
            { value: 'latn', label: t('look.latn') },
            { value: 'arab', label: t('look.arab') },
          ]}
          onChange={(chosen) => saveChoice({ digits: chosen })}
        />
        <p className="micro dim">{t('look.digitsNote')}</p>
      </ChoiceGroup>
      <ChoiceGroup title={t('look.theme')}>
        <Chips
          wraps
          label={t('look.theme')}
          value={theme}
          options={[
            { value: 'system', label: t('look.system') },
            { value: 'light', label: t('look.light') },
            { value: 'dark', label: t('look.dark') },
          ]}
          onChange={(chosen) => saveChoice({ theme: chosen })}
        />
      </ChoiceGroup>
    </SettingsCard>
  );
}
