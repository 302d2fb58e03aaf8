import { useTranslation } from 'react-i18next';

/** Translates a category; an unknown one is returned unchanged. */
export function useCategoryName(): (category: string) => string {
  const { t } = useTranslation('societies');
  return (category) => t(`category.${category}` as 'category.Technology', { defaultValue: category });
}

/** Translates a suggested tag; a custom tag is returned unchanged. */
export function useSocietyTagName(): (tag: string) => string {
  const { t } = useTranslation('societies');
  return (tag) => t(`tag.${tag}` as 'tag.Workshop', { defaultValue: tag });
}
