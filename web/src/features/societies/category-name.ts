import { useTranslation } from 'react-i18next';

/** Names a category in the reader's language; one that is none of ours stays as it is. */
export function useCategoryName(): (category: string) => string {
  const { t } = useTranslation('societies');
  return (category) => t(`category.${category}` as 'category.Technology', { defaultValue: category });
}

/** Names a tag in the reader's language; one that a society's admin made up stays as it is. */
export function useSocietyTagName(): (tag: string) => string {
  const { t } = useTranslation('societies');
  return (tag) => t(`tag.${tag}` as 'tag.Workshop', { defaultValue: tag });
}
