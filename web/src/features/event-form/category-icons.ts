import {
  IconAffiliate,
  IconBarbell,
  IconCode,
  IconCoffee,
  IconConfetti,
  IconDeviceLaptop,
  IconHeartHandshake,
  IconMasksTheater,
  IconMessages,
  IconMicrophone2,
  IconPhoto,
  IconPresentation,
  IconSchool,
  IconTools,
  IconTrophy,
  IconUsersGroup,
} from '@tabler/icons-react';
import type { eventCategories } from '#models/contract/event-choices';

/** One icon for each category, so that they differ at a glance. */
export const categoryIcons: Record<(typeof eventCategories)[number], typeof IconTools> = {
  Workshop: IconTools,
  Seminar: IconSchool,
  Conference: IconMicrophone2,
  Networking: IconAffiliate,
  Social: IconConfetti,
  Competition: IconTrophy,
  Training: IconBarbell,
  Meeting: IconUsersGroup,
  Presentation: IconPresentation,
  'Panel Discussion': IconMessages,
  Hackathon: IconCode,
  Exhibition: IconPhoto,
  Webinar: IconDeviceLaptop,
  Meetup: IconCoffee,
  Fundraiser: IconHeartHandshake,
  Cultural: IconMasksTheater,
};
