import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { confirm } from '@/components/confirm';
import { Wizard } from '@/components/wizard';
import { useForm } from '@/lib/use-form';
import { BasicFields } from '../form/basic-fields';
import { changesOf } from '../form/changes';
import { AccessFields } from '../form/choices';
import { keepDraft, readDraft } from '../form/draft';
import { MediaFields } from '../form/media-fields';
import { blank, faultsOf, type SocietyFaults, type SocietyValues } from '../form/society-values';
import { Summary } from './summary';
import { useCreateSociety } from './use-create-society';

const list = '/societies';
/** A society that is being made has no id yet. */
const draft = 'new';

const fieldsByStep = [['name', 'description', 'category'], ['image', 'tags', 'rules', 'contactEmail', 'website'], []] as const;
const stepWith = (faults: SocietyFaults): number => fieldsByStep.findIndex((fields) => fields.some((field) => field in faults));

/** The form, with what was typed before a reload or a login. */
function useDraftedForm() {
  const form = useForm<SocietyValues>({ ...blank, ...readDraft(draft) });
  const { values } = form;
  useEffect(() => keepDraft(draft, changesOf(blank, values)), [values]);
  return form;
}

/** The three steps to a new society; at the end one stands on its page, as its admin. */
export function SocietyWizard() {
  const { t } = useTranslation(['create-society', 'society-form']);
  const navigate = useNavigate();
  const form = useDraftedForm();
  const [step, setStep] = useState(0);
  const [isSending, setSending] = useState(false);
  const { send, isBusy } = useCreateSociety();
  const { values } = form;
  const stepOf = (name: 'basic' | 'media' | 'settings', index: number, content: ReactNode) => ({
    title: t(`create-society:step.${name}`),
    content,
    validate: () => !isSending && !form.fail(faultsOf(values, fieldsByStep[index])),
  });
  const submit = async () => {
    const sent = await send(values);
    if ('id' in sent) {
      keepDraft(draft, {});
      return navigate(`${list}/${sent.id}`);
    }
    const faulty = stepWith(sent.faults);
    if (faulty === -1) return;
    setStep(faulty);
    form.fail(sent.faults);
  };
  const mayLeave = async () => {
    const isUntouched = Object.keys(changesOf(blank, values)).length === 0;
    const question = {
      title: t('create-society:leave.title'),
      text: t('create-society:leave.text'),
      action: t('create-society:leave.action'),
    };
    const leaves = isUntouched || (await confirm({ ...question, danger: true }));
    if (leaves) keepDraft(draft, {});
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
      steps={[
        stepOf('basic', 0, <BasicFields form={form} isNew />),
        stepOf('media', 1, <MediaFields form={form} onBusy={setSending} />),
        stepOf('settings', 2, settings),
      ]}
      step={step}
      onStep={setStep}
      cancelTo={list}
      mayLeave={mayLeave}
      submitLabel={t('create-society:submit')}
      busyLabel={t('create-society:busy')}
      busy={isBusy}
      onSubmit={() => void submit()}
    />
  );
}
