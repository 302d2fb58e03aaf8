import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldTexts } from '#models/contract/errors';
import { lengths } from '#models/contract/limits';
import { supportCategories } from '#models/contract/support';
import { BusyButton } from '@/components/busy-button';
import { DraftNote } from '@/components/draft';
import { NativeSelect, Textarea, TextInput } from '@/components/fields';
import { fieldText } from '@/lib/failures';
import { useUser } from '@/lib/session';
import { useDraftedForm } from '@/lib/use-drafted-form';
import type { useForm } from '@/lib/use-form';
import css from './support.module.css';
import { useSendRequest } from './use-send-request';

interface Values {
  category: '' | (typeof supportCategories)[number];
  email: string;
  subject: string;
  content: string;
}
const blank: Values = { category: '', email: '', subject: '', content: '' };

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

function Fields({ form: { values, errors, set } }: { form: ReturnType<typeof useForm<Values>> }) {
  const { t } = useTranslation('support');
  const isVisitor = useUser() === null;
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
          name="email"
          type="email"
          dir="ltr"
          required
          withAsterisk={false}
          autoComplete="email"
          maxLength={lengths.email}
          label={t('form.email')}
          description={t('form.emailHelp')}
          value={values.email}
          error={errors.email && fieldText(errors.email)}
          onChange={(event) => set('email', event.target.value)}
        />
      )}
      <TextInput
        name="subject"
        required
        withAsterisk={false}
        maxLength={lengths.subject}
        label={t('form.subject')}
        dir={values.subject ? 'auto' : undefined}
        value={values.subject}
        error={errors.subject && fieldText(errors.subject)}
        onChange={(event) => set('subject', event.target.value)}
      />
      <Textarea
        name="content"
        required
        withAsterisk={false}
        autosize
        minRows={5}
        maxRows={14}
        maxLength={lengths.ticket}
        label={t('form.message')}
        dir={values.content ? 'auto' : undefined}
        value={values.content}
        error={errors.content && fieldText(errors.content)}
        onChange={(event) => set('content', event.target.value)}
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
  const { send, isBusy } = useSendRequest();
  const { values, fail } = form;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { category, email, ...rest } = values;
    if (isBusy || fail(validate(values)) || !category) return;
    const faults = await send({ category, ...rest, ...(isVisitor ? { email: email.trim() } : {}) });
    if (faults) return void fail(faults);
    form.startOver();
    setSent(true);
  };
  if (isSent) return <SentNotice onAgain={() => setSent(false)} />;
  return (
    <form ref={form.form} className={css.form} onSubmit={(event) => void submit(event)}>
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
