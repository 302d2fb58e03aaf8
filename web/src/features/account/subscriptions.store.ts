import { type CalendarSubscription, getCalendarKeys } from '#models/contract/calendar-feeds';
import { createEntities } from '@/sync/entities';
import { defineList } from '@/sync/lists';

/** The user's calendar subscriptions, newest first. */
export const subscriptionList = defineList({
  key: ['calendar-subscriptions'],
  call: getCalendarKeys,
  input: () => ({}),
  entities: createEntities<CalendarSubscription>({}),
  access: true,
  persist: false,
});
