import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { DraftNote, mayDiscard } from '@/components/draft';
import { Wizard } from '@/components/wizard';
import { useDraftedForm } from '@/lib/use-drafted-form';
import { DetailsFields } from './details-fields';
import { blank, type EventFaults, type EventValues, faultsOf, faultsOn, fieldsByStep } from './event-values';
import { MoreFields } from './more-fields';
import { PlaceFields } from './place-fields';
import { useUniversityClock } from './university-clock';
import { useCreateEvent } from './use-create-event';

const stepWithFault = (faults: EventFaults): number =>
  fieldsByStep.findIndex((_fields, step) => Object.keys(faultsOn(step, faults)).length > 0);

/** Three-step form of a new event; navigates to the society's events when it is created. */
export function EventWizard({ societyId }: { societyId: string }) {
  const { t } = useTranslation('event-form');
  const navigate = useNavigate();
  const form = useDraftedForm<EventValues>(`event-new:${societyId}`, blank);
  const [step, setStep] = useState(0);
  const [isUploading, setUploading] = useState(false);
  const clock = useUniversityClock();
  const { run: create, isBusy } = useCreateEvent(societyId, (faults) => {
    const faulty = stepWithFault(faults);
    if (faulty === -1) return;
    setStep(faulty);
    form.fail(faultsOn(faulty, faults));
  });
  const list = `/societies/${societyId}/events`;
  const { values } = form;
  const stepOf = (name: 'details' | 'place' | 'more', index: number, content: React.ReactNode) => ({
    title: t(`step.${name}`),
    content,
    validate: () => !form.fail(faultsOn(index, faultsOf(values, clock()))),
  });
  const submit = async () => {
    if (isUploading || !(await create(values))) return;
    form.sent();
    await navigate(list);
  };
  const mayLeave = async () => {
    const leaves = await mayDiscard(form.isDirty, t('leave.title'));
    if (leaves) form.sent();
    return leaves;
  };
  return (
    <Wizard
      title={t('create.title')}
      form={form.form}
      note={<DraftNote isShown={form.isRestored} onStartOver={form.startOver} />}
      steps={[
        stepOf('details', 0, <DetailsFields form={form} />),
        stepOf('place', 1, <PlaceFields form={form} today={clock().date} />),
        stepOf('more', 2, <MoreFields form={form} onBusy={setUploading} />),
      ]}
      step={step}
      onStep={setStep}
      cancelTo={list}
      mayLeave={mayLeave}
      submitLabel={t('create.submit')}
      busyLabel={t('create.busy')}
      busy={isBusy}
      onSubmit={() => void submit()}
    />
  );
}
