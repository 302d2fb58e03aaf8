import { defineCardRooms } from '@/sync/card-rooms';

/** The room of all events has counts only of public events, so the cards of private societies' events join their own. */
export const { setCurrentUpTo, useCardRoom: useEventRoom } = defineCardRooms('event');
