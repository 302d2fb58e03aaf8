import { useTranslation } from 'react-i18next';
import { replyTime } from '@/lib/reply-time';

/** Median reply time of the admins. */
export default function ReplyTime({ hours }: { hours: number }) {
  const { t } = useTranslation('society');
  const { unit, count } = replyTime(hours);
  return <>{t(`reply.${unit}`, { count })}</>;
}
