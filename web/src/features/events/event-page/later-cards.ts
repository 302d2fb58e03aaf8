/** Cards of an event's page that are taken over after its head and its main actions; one chunk. */
export { AboutCard } from './about-card';
export { AddToCalendar } from './add-to-calendar';
export { AttendeesCard } from './attendees-card';
export { FactsCard } from './facts-card';
export { HostCard } from './host-card';
export { RelatedCard } from './related-card';
export { StatsCard } from './stats-card';
