/** Query keys of events, for queries and their invalidation. */
export const keys = {
  all: ['events'],
  lists: ['events', 'list'],
  calendar: ['events', 'calendar'],
  societies: ['events', 'society'],
  society: (id: string) => ['events', 'society', id],
  info: (id: string) => ['events', 'info', id],
  standing: (id: string) => ['events', 'standing', id],
} as const;
