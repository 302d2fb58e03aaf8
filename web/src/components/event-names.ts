import { useTranslation } from 'react-i18next';

/** Returns the translation of an event category (namespace `events`); unknown categories stay unchanged. */
export function useEventCategoryName(): (category: string) => string {
  const { t } = useTranslation('events');
  return (category) => t(`category.${category}` as 'category.Workshop', { defaultValue: category });
}

/** Returns the translation of a tag; tags made up by organisers stay unchanged. */
export function useTagName(): (tag: string) => string {
  const { t } = useTranslation('events');
  return (tag) => t(`tag.${tag}` as 'tag.Free', { defaultValue: tag });
}
