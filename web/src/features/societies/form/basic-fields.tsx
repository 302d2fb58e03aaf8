import { useTranslation } from 'react-i18next';
import { lengths, recommendedLengths } from '#models/contract/limits';
import { sensitiveCategories, societyCategories } from '#models/contract/societies';
import { CountedArea } from '@/components/counted-area';
import { NativeSelect, TextInput } from '@/components/fields';
import { fieldOf, helpBelow, written } from '@/lib/form-fields';
import { useCategoryName } from '../category-name';
import type { SocietyForm } from './society-values';

/** Fields for name, description and category; `isNew` for the creation form. */
export function BasicFields({ form, isNew = false }: { form: SocietyForm; isNew?: boolean }) {
  const { t } = useTranslation('society-form');
  const categoryName = useCategoryName();
  const { name, category } = form.values;
  const categories = societyCategories.map((value) => ({ value, label: categoryName(value) }));
  return (
    <>
      <TextInput {...fieldOf(form, 'name')} {...written(name)} withAsterisk label={t('field.name')} maxLength={lengths.name} />
      <CountedArea
        {...fieldOf(form, 'description')}
        withAsterisk
        label={t('field.description')}
        max={recommendedLengths.description}
        autosize
        minRows={4}
        maxRows={12}
        maxLength={lengths.description}
      />
      <NativeSelect
        {...fieldOf(form, 'category')}
        size="md"
        withAsterisk
        label={t('field.category')}
        description={isNew && sensitiveCategories.includes(category) ? t('field.sensitive') : undefined}
        inputWrapperOrder={helpBelow}
        data={category ? categories : [{ value: '', label: t('field.categoryNone') }, ...categories]}
      />
    </>
  );
}
