import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import { Textarea, TextInput } from '@/components/fields';
import { formatNumber } from '@/lib/format';
import { CategoryTiles } from './category-tiles';
import css from './event-form.module.css';
import { type EventForm, errorOf, fieldOf, written } from './form-parts';

/** Beyond it a description is long, though not too long. */
const readable = 500;

/** What it is: title, description, kind. */
export function DetailsFields({ form }: { form: EventForm }) {
  const { t } = useTranslation('event-form');
  const { title, description, category } = form.values;
  const count = (
    <bdi dir="ltr" className={css.count} data-long={description.length > readable || undefined}>
      {t('field.count', { n: formatNumber(description.length), max: formatNumber(readable) })}
    </bdi>
  );
  return (
    <>
      <TextInput {...fieldOf(form, 'title')} {...written(title)} withAsterisk label={t('field.title')} maxLength={lengths.title} />
      <Textarea
        {...fieldOf(form, 'description')}
        {...written(description)}
        withAsterisk
        label={t('field.description')}
        description={count}
        minRows={4}
        maxRows={14}
        maxLength={lengths.description}
      />
      <CategoryTiles value={category} error={errorOf(form, 'category')} onChange={(chosen) => form.set('category', chosen)} />
    </>
  );
}
