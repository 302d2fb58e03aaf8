import { useTranslation } from 'react-i18next';
import css from './society-header.module.css';

const longInHours = 48;

/** Median reply time of the admins. */
export default function ReplyTime({ hours }: { hours: number }) {
  const { t } = useTranslation('society');
  const text =
    hours <= 1
      ? t('reply.hour')
      : hours <= longInHours
        ? t('reply.hours', { count: Math.ceil(hours) })
        : t('reply.days', { count: Math.ceil(hours / 24) });
  return <p className={`${css.reply} micro dim`}>{text}</p>;
}
