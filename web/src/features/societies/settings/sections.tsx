import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import type { SocietyPermissions, Visibility } from '#models/contract/societies';
import { Textarea } from '@/components/fields';
import { fieldOf, helpBelow, written } from '@/lib/form-fields';
import { BasicFields } from '../form/basic-fields';
import { AccessFields, Choice, SwitchField } from '../form/choices';
import { MediaFields } from '../form/media-fields';
import type { SocietyForm } from '../form/society-values';
import css from './settings.module.css';

interface SectionProps {
  form: SocietyForm;
}

/** Section for texts, category, picture, tags and the join question. */
export function General({ form, onBusy }: SectionProps & { onBusy: (isBusy: boolean) => void }) {
  const { t } = useTranslation('society-form');
  const { question } = form.values;
  return (
    <>
      <BasicFields form={form} />
      <MediaFields form={form} onBusy={onBusy} />
      <Textarea
        {...fieldOf(form, 'question')}
        {...written(question)}
        label={t('field.question')}
        description={t('field.questionHelp')}
        inputWrapperOrder={helpBelow}
        autosize
        minRows={2}
        maxLength={lengths.question}
      />
    </>
  );
}

const width: Record<Visibility, number> = { public: 2, private: 1, 'invite-only': 0 };

/** Section for visibility; `before` is the saved one, to warn that a narrower one removes access at once. */
export function Privacy({ form, before }: SectionProps & { before: Visibility }) {
  const { t } = useTranslation('society-settings');
  const isNarrower = width[form.values.visibility] < width[before];
  return (
    <>
      <AccessFields form={form}>
        <div role="status">{isNarrower && <p className={`${css.warning} small`}>{t('privacy.narrower')}</p>}</div>
      </AccessFields>
      <SwitchField form={form} name="memberListVisible" label={t('privacy.memberList')} help={t('privacy.memberListHelp')} />
      <SwitchField form={form} name="eventsVisible" label={t('privacy.events')} help={t('privacy.eventsHelp')} />
    </>
  );
}

const permissions = ['whoCanPost', 'whoCanCreateEvents', 'whoCanInvite'] as const;
const who = ['admins', 'moderators', 'all-members'] as const;

/** Section for members' permissions. */
export function Permissions({ form }: SectionProps) {
  const { t } = useTranslation('society-settings');
  return (
    <>
      {permissions.map((name) => (
        <Choice<SocietyPermissions[typeof name]>
          key={name}
          isSideBySide
          label={t(`permissions.${name}`)}
          name={name}
          value={form.values[name]}
          options={who.map((value) => ({ value, label: t(`permissions.${value}`), help: t(`permissions.${name}_${value}`) }))}
          onChange={(chosen) => form.set(name, chosen)}
        />
      ))}
    </>
  );
}

const notifications = ['newMemberNotifications', 'eventReminders', 'weeklyDigest', 'emailNotifications'] as const;

/** Section for notifications to members. */
export function Notifications({ form }: SectionProps) {
  const { t } = useTranslation('society-settings');
  return (
    <>
      {notifications.map((name) => (
        <SwitchField key={name} form={form} name={name} label={t(`notifications.${name}`)} help={t(`notifications.${name}Help`)} />
      ))}
    </>
  );
}
