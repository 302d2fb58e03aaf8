import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Visibility } from '#models/contract/societies';
import { Radio, Switch } from '@/components/fields';
import css from './society-form.module.css';
import type { SocietyForm, SocietyValues } from './society-values';

interface ChoiceProps<V extends string> {
  label: string;
  name: string;
  value: V;
  options: readonly { value: V; label: string; help: string }[];
  onChange: (value: V) => void;
  /** Beside each other, where there is room. */
  isAbreast?: boolean;
}

/** One of a few, each with what it means. */
export function Choice<V extends string>({ label, name, value, options, onChange, isAbreast = false }: ChoiceProps<V>) {
  return (
    <Radio.Group size="md" label={label} name={name} value={value} onChange={(next) => onChange(next as V)}>
      <div className={css.radios} data-abreast={isAbreast || undefined}>
        {options.map(({ value: each, label: words, help }) => (
          <Radio key={each} className={css.radio ?? ''} value={each} aria-label={words} label={words} description={help} />
        ))}
      </div>
    </Radio.Group>
  );
}

type SwitchName = { [K in keyof SocietyValues]: boolean extends SocietyValues[K] ? K : never }[keyof SocietyValues];

interface SettingProps {
  form: SocietyForm;
  name: SwitchName;
  label: string;
  help: string;
}

/** One thing that is on or off, and what that does. */
export function Setting({ form, name, label, help }: SettingProps) {
  return (
    <Switch
      className={css.switch ?? ''}
      labelPosition="left"
      name={name}
      label={label}
      // The words of the help are its description, not a part of its name.
      aria-label={label}
      description={help}
      checked={form.values[name]}
      onChange={(event) => form.set(name, event.currentTarget.checked)}
    />
  );
}

const visibilities = ['public', 'private', 'invite-only'] as const;

/** Who sees the society, what there is to say of that choice, and whether its admins let people in. */
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
      <Setting form={form} name="joinApproval" label={t('access.joinApproval')} help={t('access.joinApprovalHelp')} />
    </>
  );
}
