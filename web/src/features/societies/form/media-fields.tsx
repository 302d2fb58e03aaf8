import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import { Textarea, TextInput } from '@/components/fields';
import { ImageField } from '@/components/image-field';
import { fieldOf, helpBelow, pictureOf, written } from '@/lib/form-fields';
import css from './society-form.module.css';
import { SocietyTags } from './society-tags';
import type { SocietyForm } from './society-values';

interface MediaFieldsProps {
  form: SocietyForm;
  /** Called when a picture's upload starts and ends. */
  onBusy: (isBusy: boolean) => void;
}

/** Optional fields: picture, tags, rules and contact. */
export function MediaFields({ form, onBusy }: MediaFieldsProps) {
  const { t } = useTranslation('society-form');
  const { rules } = form.values;
  return (
    <>
      <ImageField {...pictureOf(form)} label={t('field.image')} onBusy={onBusy} />
      <SocietyTags form={form} />
      <Textarea
        {...fieldOf(form, 'rules')}
        {...written(rules)}
        label={t('field.rules')}
        description={t('field.rulesHelp')}
        inputWrapperOrder={helpBelow}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={lengths.rules}
      />
      <div className={css.two}>
        <TextInput
          {...fieldOf(form, 'contactEmail')}
          type="email"
          inputMode="email"
          dir="ltr"
          autoComplete="off"
          label={t('field.contactEmail')}
          maxLength={lengths.email}
        />
        <TextInput
          {...fieldOf(form, 'website')}
          type="url"
          inputMode="url"
          dir="ltr"
          autoComplete="off"
          label={t('field.website')}
          placeholder="https://"
          maxLength={lengths.url}
        />
      </div>
    </>
  );
}
