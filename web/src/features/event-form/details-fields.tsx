import { useTranslation } from 'react-i18next';
import { lengths, recommendedLengths } from '#models/contract/limits';
import { CountedArea } from '@/components/counted-area';
import { TextInput } from '@/components/fields';
import { errorOf, fieldOf, written } from '@/lib/form-fields';
import { CategoryTiles } from './category-tiles';
import type { EventForm } from './event-values';

/** First step: title, description and category. */
export function DetailsFields({ form }: { form: EventForm }) {
  const { t } = useTranslation('event-form');
  const { title, category } = form.values;
  return (
    <>
      <TextInput {...fieldOf(form, 'title')} {...written(title)} withAsterisk label={t('field.title')} maxLength={lengths.title} />
      <CountedArea
        {...fieldOf(form, 'description')}
        withAsterisk
        label={t('field.description')}
        max={recommendedLengths.description}
        minRows={4}
        maxRows={14}
        maxLength={lengths.description}
      />
      <CategoryTiles value={category} error={errorOf(form, 'category')} onChange={(chosen) => form.set('category', chosen)} />
    </>
  );
}
