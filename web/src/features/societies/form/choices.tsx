import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Visibility } from '#models/contract/societies';
import { Radio, Switch } from '@/components/fields';
import { type FlagName, flagOf } from '@/lib/form-fields';
import css from './society-form.module.css';
import type { SocietyForm, SocietyValues } from './society-values';

interface ChoiceProps<V extends string> {
  label: string;
  name: string;
  value: V;
  options: readonly { value: V; label: string; help: string }[];
  onChange: (value: V) => void;
  /** Shows the options side by side if there is room. */
  isSideBySide?: boolean;
}

/** Radio group with a help text for each option. */
export function Choice<V extends string>({ label, name, value, options, onChange, isSideBySide = false }: ChoiceProps<V>) {
  return (
    <Radio.Group size="md" label={label} name={name} value={value} onChange={(next) => onChange(next as V)}>
      <div className={css.radios} data-abreast={isSideBySide || undefined}>
        {options.map(({ value: each, label: words, help }) => (
          <Radio key={each} className={css.radio ?? ''} value={each} aria-label={words} label={words} description={help} />
        ))}
      </div>
    </Radio.Group>
  );
}

interface SettingProps {
  form: SocietyForm;
  name: FlagName<SocietyValues>;
  label: string;
  help: string;
}

/** Switch with a help text. */
export function SwitchField({ form, name, label, help }: SettingProps) {
  return (
    <Switch
      className={css.switch ?? ''}
      labelPosition="left"
      {...flagOf(form, name)}
      label={label}
      // Name it by the label alone: the help text is its description.
      aria-label={label}
      description={help}
    />
  );
}

const visibilities = ['public', 'private', 'invite-only'] as const;

/** Fields for visibility and join approval; `children` are shown below the visibility. */
export function AccessFields({ form, children }: { form: SocietyForm; children?: ReactNode }) {
  const { t } = useTranslation('society-form');
  return (
    <>
      <Choice<Visibility>
        label={t('access.visibility')}
        name="visibility"
        value={form.values.visibility}
        options={visibilities.map((value) => ({ value, label: t(`access.${value}`), help: t(`access.${value}Help`) }))}
        onChange={(chosen) => form.set('visibility', chosen)}
      />
      {children}
      <SwitchField form={form} name="joinApproval" label={t('access.joinApproval')} help={t('access.joinApprovalHelp')} />
    </>
  );
}
