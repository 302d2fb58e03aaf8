import { useTranslation } from 'react-i18next';
import { replyTime } from '@/lib/reply-time';
import css from './society-header.module.css';

/** Median reply time of the admins. */
export default function ReplyTime({ hours }: { hours: number }) {
  const { t } = useTranslation('society');
  const { unit, count } = replyTime(hours);
  return <p className={`${css.reply} micro dim`}>{t(`reply.${unit}`, { count })}</p>;
}
