import { useTranslation } from 'react-i18next';
import { useContact } from '@/lib/contact';
import { dueTime, exactTime } from '@/lib/format';
import { useNow } from '@/lib/now';
import { Badge } from './badge';

/** Due time in the university's time zone: 'by Sunday 10:40'. Renders nothing once it is answered. */
export const DueTime = ({ time }: { time: string | null }) => (time ? <Due time={time} /> : null);

function Due({ time }: { time: string }) {
  const { t } = useTranslation();
  const zone = useContact()?.time_zone;
  const now = useNow();
  if (!zone) return null;
  const isOver = Date.parse(time) <= Math.max(now, Date.now() - 60_000);
  return (
    <Badge tone={isOver ? 'rose' : 'plain'}>
      <time dateTime={time} title={exactTime(time)}>
        {t(isOver ? 'due.over' : 'due.by', { time: dueTime(time, zone, now) })}
      </time>
    </Badge>
  );
}
