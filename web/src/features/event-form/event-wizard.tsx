import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Event } from '#models/contract/events';
import { DraftNote, mayDiscard } from '@/components/draft';
import { Wizard } from '@/components/wizard';
import { useDraftedForm } from '@/lib/use-drafted-form';
import type { RenderOverlaps } from './date-hints';
import { DetailsFields } from './details-fields';
import { blank, copyOf, type EventFaults, type EventValues, faultsOfNew, faultsOn, fieldsByStep } from './event-values';
import { MoreFields } from './more-fields';
import { PlaceFields } from './place-fields';
import { RepeatFields } from './repeat-fields';
import { SeriesPreview } from './series-preview';
import { BesideTicket } from './ticket-preview';
import { useUniversityClock } from './university-clock';
import { useCreateEvent } from './use-create-event';
import { useSeriesDates } from './use-series-dates';

const stepWithFault = (faults: EventFaults): number =>
  fieldsByStep.findIndex((_fields, step) => Object.keys(faultsOn(step, faults)).length > 0);

interface EventWizardProps {
  societyId: string;
  /** An event whose fields the form begins with, except for its day. */
  copied?: Omit<Event, 'Standing'> | undefined;
  /** Renders what else is on at the chosen time. */
  overlaps?: RenderOverlaps;
}

/** Three-step form of a new event or series, beside its ticket; navigates to the society's events when it is created. */
export function EventWizard({ societyId, copied, overlaps }: EventWizardProps) {
  const { t } = useTranslation('event-form');
  const navigate = useNavigate();
  const draft = copied ? `event-copy:${copied.ID}` : `event-new:${societyId}`;
  const form = useDraftedForm<EventValues>(draft, copied ? copyOf(copied) : blank);
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
  const dates = useSeriesDates(values);
  const stepOf = (name: 'details' | 'place' | 'more', index: number, content: React.ReactNode) => ({
    title: t(`step.${name}`),
    content,
    validate: () => !form.fail(faultsOn(index, faultsOfNew(values, clock(), dates))),
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
    <BesideTicket values={values} societyId={societyId}>
      <Wizard
        title={t('create.title')}
        form={form.form}
        note={<DraftNote isShown={form.isRestored} onStartOver={form.startOver} />}
        steps={[
          stepOf('details', 0, <DetailsFields form={form} />),
          stepOf(
            'place',
            1,
            <PlaceFields
              form={form}
              today={clock().date}
              series={{ dates, Fields: RepeatFields, Preview: SeriesPreview }}
              overlaps={overlaps}
            />,
          ),
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
    </BesideTicket>
  );
}
