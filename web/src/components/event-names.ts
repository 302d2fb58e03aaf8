import { useTranslation } from 'react-i18next';

/** Names an event's category in the reader's language; one that is none of ours stays as it is. Its texts are those of `events`. */
export function useEventCategoryName(): (category: string) => string {
  const { t } = useTranslation('events');
  return (category) => t(`category.${category}` as 'category.Workshop', { defaultValue: category });
}

/** Names a tag in the reader's language; one that its organiser made up stays as it is. */
export function useTagName(): (tag: string) => string {
  const { t } = useTranslation('events');
  return (tag) => t(`tag.${tag}` as 'tag.Free', { defaultValue: tag });
}
