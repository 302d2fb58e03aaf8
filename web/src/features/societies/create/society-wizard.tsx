import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { DraftNote, mayDiscard } from '@/components/draft';
import { Wizard } from '@/components/wizard';
import { useDraftedForm } from '@/lib/use-drafted-form';
import { BasicFields } from '../form/basic-fields';
import { AccessFields } from '../form/choices';
import { MediaFields } from '../form/media-fields';
import { blank, faultsOf, type SocietyFaults, type SocietyValues } from '../form/society-values';
import { Summary } from './summary';
import { useCreateSociety } from './use-create-society';

const listPath = '/societies';

const fieldsByStep = [['name', 'description', 'category'], ['image', 'tags', 'rules', 'contactEmail', 'website'], []] as const;
const stepWithFault = (faults: SocietyFaults): number => fieldsByStep.findIndex((fields) => fields.some((field) => field in faults));

/** Wizard of three steps to create a society; ends on its page, with the viewer as admin. */
export function SocietyWizard() {
  const { t } = useTranslation(['create-society', 'society-form']);
  const navigate = useNavigate();
  const form = useDraftedForm<SocietyValues>('society-new', blank);
  const [step, setStep] = useState(0);
  const [isSending, setSending] = useState(false);
  const { run: send, isBusy } = useCreateSociety({
    onCreated: (id) => {
      form.sent();
      return navigate(`${listPath}/${id}`);
    },
    onFaults: (faults) => {
      const faultyStep = stepWithFault(faults);
      if (faultyStep === -1) return;
      setStep(faultyStep);
      form.fail(faults);
    },
  });
  const { values } = form;
  const stepOf = (name: 'basic' | 'media' | 'settings', index: number, content: ReactNode) => ({
    title: t(`create-society:step.${name}`),
    content,
    validate: () => !isSending && !form.fail(faultsOf(values, fieldsByStep[index])),
  });
  const mayLeave = async () => {
    const leaves = await mayDiscard(form.isDirty, t('create-society:leave.title'));
    if (leaves) form.sent();
    return leaves;
  };
  const settings = (
    <>
      <AccessFields form={form} />
      <Summary values={values} />
    </>
  );
  return (
    <Wizard
      title={t('create-society:title')}
      form={form.form}
      note={<DraftNote isShown={form.isRestored} onStartOver={form.startOver} />}
      steps={[
        stepOf('basic', 0, <BasicFields form={form} isNew />),
        stepOf('media', 1, <MediaFields form={form} onBusy={setSending} />),
        stepOf('settings', 2, settings),
      ]}
      step={step}
      onStep={setStep}
      cancelTo={listPath}
      mayLeave={mayLeave}
      submitLabel={t('create-society:submit')}
      busyLabel={t('create-society:busy')}
      busy={isBusy}
      onSubmit={() => void send(values)}
    />
  );
}
