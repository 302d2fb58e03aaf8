import { defineCardRooms } from '@/sync/card-rooms';

export const { setCurrentUpTo, useCardRoom: usePostRoom } = defineCardRooms('post');
