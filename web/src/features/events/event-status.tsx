import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '@/components/badge';
import type { ShownEvent } from './events.store';

const tones: Record<ShownEvent['Status'], BadgeTone> = { upcoming: 'brand', completed: 'plain', cancelled: 'amber' };

/** Whether an event is to come, over or called off, in a word. */
export function EventStatus({ status }: { status: ShownEvent['Status'] }) {
  const { t } = useTranslation('events');
  return <Badge tone={tones[status]}>{t(`card.status.${status}`)}</Badge>;
}
