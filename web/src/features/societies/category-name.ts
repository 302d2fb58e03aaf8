import { useTranslation } from 'react-i18next';

/** Names a category in the reader's language; one that is none of ours stays as it is. */
export function useCategoryName(): (category: string) => string {
  const { t } = useTranslation('societies');
  return (category) => t(`category.${category}` as 'category.Technology', { defaultValue: category });
}
