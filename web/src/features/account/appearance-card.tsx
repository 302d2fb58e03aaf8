import { useTranslation } from 'react-i18next';
import { Chips, type ChipsProps } from '@/components/chips';
import { reportFailure } from '@/lib/failures';
import { type Appearance, saveAppearance, usePreferences } from '@/sync/preferences';
import css from './account.module.css';
import { SettingsCard } from './settings-card';

/** Applies a choice at once; rolled back if the server refuses it. */
const saveChoice = (choice: Partial<Appearance>): void => void saveAppearance(choice).catch((error: unknown) => reportFailure(error));

interface ChoiceProps<V extends string> extends Omit<ChipsProps<V>, 'label' | 'wraps'> {
  title: string;
  /** Shown below the options. */
  note?: string;
}
function Choice<V extends string>({ title, note, ...chips }: ChoiceProps<V>) {
  return (
    <div className={css.choice}>
      <h3 className="small">{title}</h3>
      <Chips wraps label={title} {...chips} />
      {note && <p className="micro dim">{note}</p>}
    </div>
  );
}

/** Language, digits and theme, applied at once and stored with the account. */
export function AppearanceCard() {
  const { t } = useTranslation('account');
  const { locale, digits, theme } = usePreferences();
  return (
    <SettingsCard title={t('look.title')} lead={t('look.lead')}>
      <Choice
        title={t('look.language')}
        value={locale ?? 'browser'}
        options={[
          { value: 'browser', label: t('look.browser') },
          { value: 'en', label: 'English' },
          { value: 'ar', label: 'العربية' },
        ]}
        onChange={(chosen) => saveChoice({ locale: chosen === 'browser' ? null : chosen })}
      />
      <Choice
        title={t('look.digits')}
        value={digits}
        options={(['latn', 'arab'] as const).map((value) => ({ value, label: t(`look.${value}`) }))}
        onChange={(chosen) => saveChoice({ digits: chosen })}
        note={t('look.digitsNote')}
      />
      <Choice
        title={t('look.theme')}
        value={theme}
        options={(['system', 'light', 'dark'] as const).map((value) => ({ value, label: t(`look.${value}`) }))}
        onChange={(chosen) => saveChoice({ theme: chosen })}
      />
    </SettingsCard>
  );
}
