import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldTexts } from '#models/contract/field-texts';
import { lengths } from '#models/contract/limits';
import { createTicket, supportCategories } from '#models/contract/support';
import { BusyButton } from '@/components/busy-button';
import { DraftNote } from '@/components/draft';
import { NativeSelect, Textarea, TextInput } from '@/components/fields';
import { ApiError, api } from '@/lib/api';
import { fieldText } from '@/lib/failures';
import { fieldOf, written } from '@/lib/form-fields';
import { useUser } from '@/lib/session';
import { useDraftedForm } from '@/lib/use-drafted-form';
import type { useForm } from '@/lib/use-form';
import { useFormAction } from '@/sync/form-action';
import { useIdempotencyKey } from '@/sync/idempotency-key';
import { refetchRequests } from './requests.store';
import css from './support.module.css';

interface Values {
  category: '' | (typeof supportCategories)[number];
  email: string;
  subject: string;
  content: string;
}
const blank: Values = { category: '', email: '', subject: '', content: '' };

const isTooMany = (error: unknown): boolean => error instanceof ApiError && error.status === 429;

/** Checks that a category is chosen and no text is blank; the browser checks the other rules. */
function validate({ category, subject, content }: Values) {
  return {
    ...(category ? {} : { category: fieldTexts.category_required }),
    ...(subject.trim() ? {} : { subject: fieldTexts.required }),
    ...(content.trim() ? {} : { content: fieldTexts.required }),
  };
}

function SentNotice({ onAgain }: { onAgain: () => void }) {
  const { t } = useTranslation('support');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div role="status" className={css.sent}>
      <span className={css.done}>
        <IconCircleCheck size={26} stroke={1.75} aria-hidden="true" />
      </span>
      <h2 ref={heading} tabIndex={-1} className="h2">
        {t('form.sent')}
      </h2>
      <p className="soft">{t('form.thanks')}</p>
      <Button variant="default" onClick={onAgain}>
        {t('form.again')}
      </Button>
    </div>
  );
}

function Fields({ form }: { form: ReturnType<typeof useForm<Values>> }) {
  const { t } = useTranslation('support');
  const isVisitor = useUser() === null;
  const { values, errors, set } = form;
  const categories = supportCategories.map((value) => ({ value, label: t(`category.${value}`) }));
  return (
    <>
      <NativeSelect
        size="md"
        name="category"
        label={t('form.category')}
        data={[{ value: '', label: t('form.choose') }, ...categories]}
        value={values.category}
        error={errors.category && fieldText(errors.category)}
        onChange={(event) => set('category', event.target.value as Values['category'])}
      />
      {isVisitor && (
        <TextInput
          {...fieldOf(form, 'email')}
          type="email"
          dir="ltr"
          required
          withAsterisk={false}
          autoComplete="email"
          maxLength={lengths.email}
          label={t('form.email')}
          description={t('form.emailHelp')}
        />
      )}
      <TextInput
        {...fieldOf(form, 'subject')}
        {...written(values.subject)}
        required
        withAsterisk={false}
        maxLength={lengths.subject}
        label={t('form.subject')}
      />
      <Textarea
        {...fieldOf(form, 'content')}
        {...written(values.content)}
        required
        withAsterisk={false}
        autosize
        minRows={5}
        maxRows={14}
        maxLength={lengths.ticket}
        label={t('form.message')}
      />
    </>
  );
}

/** Form to write to the support team; the text stays if sending fails. */
export function ContactForm() {
  const { t } = useTranslation('support');
  const isVisitor = useUser() === null;
  const [isSent, setSent] = useState(false);
  const form = useDraftedForm('support', blank);
  const once = useIdempotencyKey();
  const send = async ({ category, email, ...rest }: Values) => {
    if (!category) return;
    const input = { category, ...rest, ...(isVisitor && { email: email.trim() }) };
    await once(input, (idempotencyKey) => api(createTicket, input, { idempotencyKey }));
    refetchRequests();
    form.startOver();
    setSent(true);
  };
  const failure = (error: unknown) => (isTooMany(error) ? t('form.tooMany') : undefined);
  const { submit, isBusy } = useFormAction(form, send, { validate, failure });
  if (isSent) return <SentNotice onAgain={() => setSent(false)} />;
  return (
    <form ref={form.form} className={css.form} onSubmit={submit}>
      <h2 className="h2">{t('form.title')}</h2>
      <p className="small soft">{t('form.lead')}</p>
      <DraftNote isShown={form.isRestored} onStartOver={form.startOver} />
      <Fields form={form} />
      <BusyButton type="submit" size="md" busy={isBusy} busyLabel={t('form.sending')}>
        {t('form.send')}
      </BusyButton>
    </form>
  );
}
