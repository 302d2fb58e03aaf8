import { useTranslation } from 'react-i18next';
import { Tabs } from '@/components/tabs';

export type FeedPart = 'all' | 'mine' | 'followed';
const parts: readonly FeedPart[] = ['all', 'mine', 'followed'];
const pathOf = (part: FeedPart): string => (part === 'all' ? '/' : `/?feed=${part}`);

/** Part of the feed by the page's URL. */
export const feedPartOf = (value: string | null): FeedPart => parts.find((part) => part === value) ?? 'all';

/** Links to the parts of the feed. */
export function FeedTabs({ active }: { active: FeedPart }) {
  const { t } = useTranslation('home');
  return (
    <Tabs label={t('feed.label')} tabs={parts.map((part) => ({ to: pathOf(part), label: t(`feed.${part}`) }))} active={pathOf(active)} />
  );
}
