import { Button } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type CalendarSubscription, revokeCalendarKey } from '#models/contract/calendar-feeds';
import { confirm } from '@/components/confirm';
import { useEventCategoryName } from '@/components/event-names';
import { TimeAgo } from '@/components/time-ago';
import { api } from '@/lib/api';
import { toast } from '@/lib/toasts';
import css from './account.module.css';
import { subscriptionList } from './subscriptions.store';

interface SubscriptionRowProps {
  subscription: CalendarSubscription;
  onEnded: () => void;
}

/** A calendar subscription: its content, its age and use, and a button to end it. */
export function SubscriptionRow({
  subscription: { ID, Kind, Society_Name, Category, Created_At, Used_At },
  onEnded,
}: SubscriptionRowProps) {
  const { t } = useTranslation('account');
  const categoryName = useEventCategoryName();
  const what = Category ? categoryName(Category) : (Society_Name ?? t(`calendar.of.${Kind}` as 'calendar.of.mine'));
  const run = async () => {
    await api(revokeCalendarKey, { subscription_id: ID });
    subscriptionList.remove(ID);
    onEnded();
    toast('success', t('calendar.ended'));
  };
  const end = () =>
    confirm({
      title: t('calendar.endOne', { what }),
      text: t('calendar.endText'),
      action: t('calendar.end'),
      busy: t('calendar.ending'),
      danger: true,
      run,
    });
  return (
    <li className={css.line}>
      <IconCalendar size={22} stroke={1.75} aria-hidden="true" />
      <span className="grow">
        <span className={css.device}>
          <bdi>{what}</bdi>
        </span>
        <span className="small dim">
          {t('calendar.since')} <TimeAgo time={Created_At} /> · {Used_At ? <UsedAt time={Used_At} /> : t('calendar.unused')}
        </span>
      </span>
      <Button data-online variant="default" size="compact-md" aria-label={t('calendar.endOne', { what })} onClick={() => void end()}>
        {t('calendar.end')}
      </Button>
    </li>
  );
}

function UsedAt({ time }: { time: string }) {
  const { t } = useTranslation('account');
  return (
    <>
      {t('calendar.used')} <TimeAgo time={time} />
    </>
  );
}
