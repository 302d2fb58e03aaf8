import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { Society } from '#models/contract/societies';
import { BusyButton } from '@/components/busy-button';
import { DraftNote, mayDiscard } from '@/components/draft';
import { faultsOf, type SocietyFaults } from '../form/society-values';
import { DangerZone } from './danger-zone';
import { SectionMenu, type SectionName, searchOf, sectionOf } from './section-menu';
import { General, Notifications, Permissions, Privacy } from './sections';
import css from './settings.module.css';
import { useSaveSettings } from './use-save-settings';
import { useSettingsForm } from './use-settings-form';

type SettingsForm = ReturnType<typeof useSettingsForm>;

function FormButtons({ form, isBusy, isSending }: { form: SettingsForm; isBusy: boolean; isSending: boolean }) {
  const { t } = useTranslation(['society-settings', 'common']);
  const cancel = async () => {
    if (await mayDiscard(form.isDirty)) form.reset();
  };
  return (
    <footer className={css.foot}>
      <p className="small dim grow">{form.isDirty && t('society-settings:unsaved')}</p>
      <Button variant="default" disabled={!form.isDirty || isBusy} onClick={() => void cancel()}>
        {t('common:cancel')}
      </Button>
      <BusyButton type="submit" busy={isBusy} busyLabel={t('society-settings:busy')} disabled={!form.isDirty || isSending}>
        {t('society-settings:save')}
      </BusyButton>
    </footer>
  );
}

function ChangedByOthers({ form }: { form: SettingsForm }) {
  const { t } = useTranslation('society-settings');
  return (
    <div role="status">
      {form.isChangedByOthers && (
        <p className={`${css.others} small`}>
          <span className="grow">{t('others.text')}</span>
          <Button size="compact-sm" variant="default" onClick={form.reset}>
            {t('others.show')}
          </Button>
        </p>
      )}
    </div>
  );
}

interface FormProps {
  form: SettingsForm;
  section: Exclude<SectionName, 'history' | 'danger'>;
  isBusy: boolean;
  onSubmit: () => void;
}

/** Form of one section, with the buttons that save or reset all sections. */
function SectionForm({ form, section, isBusy, onSubmit }: FormProps) {
  const { t } = useTranslation('society-settings');
  const [isSending, setSending] = useState(false);
  const shown: Record<typeof section, ReactNode> = {
    general: <General form={form} onBusy={setSending} />,
    privacy: <Privacy form={form} before={form.base.visibility} />,
    permissions: <Permissions form={form} />,
    notifications: <Notifications form={form} />,
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy && !isSending) onSubmit();
  };
  return (
    <form ref={form.form} noValidate className={`card ${css.box}`} aria-label={t(`section.${section}`)} onSubmit={submit}>
      <header>
        <h3 className="h2">{t(`section.${section}`)}</h3>
        <p className="small soft">{t(`lead.${section}`)}</p>
      </header>
      <DraftNote isShown={form.isRestored} onStartOver={form.reset} />
      <ChangedByOthers form={form} />
      {shown[section]}
      <FormButtons form={form} isBusy={isBusy} isSending={isSending} />
    </form>
  );
}

/** Opens the section with errors, and focuses the first faulty field. */
function useFaults({ errors, fail, form }: SettingsForm, section: SectionName, open: (section: SectionName) => void) {
  const hasFaults = Object.keys(errors).length > 0;
  useEffect(() => {
    if (section === 'general' && hasFaults) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [section, hasFaults, form]);
  return (faults: SocietyFaults): boolean => {
    // Only text fields of the general section can be invalid.
    if (Object.keys(faults).length > 0) open('general');
    return fail(faults);
  };
}

/** Settings section with the society's history. */
function HistorySection({ children }: { children: ReactNode }) {
  const { t } = useTranslation('society-settings');
  return (
    <section className={`card ${css.box}`} aria-label={t('section.history')}>
      <header>
        <h3 className="h2">{t('section.history')}</h3>
        <p className="small soft">{t('lead.history')}</p>
      </header>
      {children}
    </section>
  );
}

/** Settings page content of a society, for its admins. `history`: who changed what in it. */
export function Settings({ society, history }: { society: Society; history?: ReactNode }) {
  const [params, setParams] = useSearchParams();
  const section = sectionOf(params.get('section'));
  const { save, isBusy } = useSaveSettings(society.ID, (faults) => showFaults(faults));
  const form = useSettingsForm(society, isBusy);
  const showFaults = useFaults(form, section, (name) => setParams(searchOf(name)));
  const submit = () => {
    if (form.isDirty && !showFaults(faultsOf(form.values))) void save(form.changes);
  };
  return (
    <div className={css.settings}>
      <SectionMenu active={section} />
      {section === 'danger' && <DangerZone society={society} />}
      {section === 'history' && <HistorySection>{history}</HistorySection>}
      {section !== 'danger' && section !== 'history' && (
        <SectionForm key={section} form={form} section={section} isBusy={isBusy} onSubmit={submit} />
      )}
    </div>
  );
}
