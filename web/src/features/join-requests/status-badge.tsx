import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/badge';
import type { Status } from './requests.queries';

const tones = { pending: 'amber', approved: 'brand', rejected: 'rose' } as const;

export function StatusBadge({ status }: { status: Status }) {
  const { t } = useTranslation('join-requests');
  return <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>;
}
