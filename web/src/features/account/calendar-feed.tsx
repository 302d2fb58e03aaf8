import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { makeCalendarKey } from '#models/contract/calendar-feeds';
import type { InputOf } from '#models/contract/define';
import { eventCategories } from '#models/contract/event-choices';
import type { Society } from '#models/contract/societies';
import { AsyncList } from '@/components/async-list';
import { BusyButton } from '@/components/busy-button';
import { useEventCategoryName } from '@/components/event-names';
import { NativeSelect } from '@/components/fields';
import { api } from '@/lib/api';
import { copyLink } from '@/lib/share';
import { toast } from '@/lib/toasts';
import { useAction } from '@/sync/mutations';
import css from './account.module.css';
import { SettingsCard } from './settings-card';
import { SubscriptionRow } from './subscription-row';
import { subscriptionList } from './subscriptions.store';

/** The fields of a society that a choice shows. */
export type SubscribableSociety = Pick<Society, 'ID' | 'Name'>;

type Subscribing = InputOf<typeof makeCalendarKey>;

/** Possible subscriptions, by the value of their option. */
function useChoices(societies: readonly SubscribableSociety[]) {
  const { t } = useTranslation('account');
  const categoryName = useEventCategoryName();
  const general = (['mine', 'societies'] as const).map((kind) => ({ label: t(`calendar.of.${kind}`), input: { kind } as Subscribing }));
  const own = societies.map(({ ID, Name }) => ({ label: Name, input: { kind: 'society', society_id: ID } as Subscribing }));
  const categories = eventCategories.map((category) => ({
    label: categoryName(category),
    input: { kind: 'category', category } as Subscribing,
  }));
  const choices = new Map([...general, ...own, ...categories].map(({ input }) => [JSON.stringify(input), input]));
  const optionsOf = (some: typeof own) => some.map(({ label, input }) => ({ label, value: JSON.stringify(input) }));
  const data = [
    ...optionsOf(general),
    ...(own.length > 0 ? [{ group: t('calendar.groups.societies'), items: optionsOf(own) }] : []),
    { group: t('calendar.groups.categories'), items: optionsOf(categories) },
  ];
  return { choices, data };
}

/** A new link, shown once. */
function NewLink({ url }: { url: string }) {
  const { t } = useTranslation('account');
  const copy = async () => {
    const isCopied = await copyLink(url);
    toast(isCopied ? 'success' : 'error', t(isCopied ? 'calendar.copied' : 'calendar.notCopied'), { id: 'share' });
  };
  return (
    <>
      <div role="status" className={css.choice}>
        <p className={css.key}>{url}</p>
        <p className="small dim">{t('calendar.once')}</p>
      </div>
      <div>
        <Button leftSection={<IconCopy size={17} stroke={1.75} aria-hidden="true" />} onClick={() => void copy()}>
          {t('calendar.copy')}
        </Button>
      </div>
    </>
  );
}

/** Creates, lists and ends calendar subscriptions. A link is shown once, since the server stores only a hash of its key. */
export function CalendarFeed({ societies }: { societies: readonly SubscribableSociety[] }) {
  const { t } = useTranslation('account');
  const list = subscriptionList.useItems({});
  const { choices, data } = useChoices(societies);
  const [chosen, choose] = useState(JSON.stringify({ kind: 'mine' }));
  const [made, setMade] = useState<{ ID: string; url: string } | null>(null);
  const { run, isBusy } = useAction(async () => {
    setMade((await api(makeCalendarKey, choices.get(chosen) ?? {})).data);
    await subscriptionList.refetch();
  });
  const forget = (id: string) => made?.ID === id && setMade(null);
  return (
    <SettingsCard title={t('calendar.title')} lead={t('calendar.lead')}>
      {made && <NewLink url={made.url} />}
      <NativeSelect label={t('calendar.choose')} value={chosen} onChange={(event) => choose(event.currentTarget.value)} data={data} />
      <div>
        <BusyButton variant="light" busy={isBusy} busyLabel={t('calendar.making')} onClick={() => void run()}>
          {t('calendar.make')}
        </BusyButton>
      </div>
      <AsyncList view={list} className={css.lines} frame="none" empty={null}>
        {(subscription) => <SubscriptionRow subscription={subscription} onEnded={() => forget(subscription.ID)} />}
      </AsyncList>
    </SettingsCard>
  );
}
