/** Which questions about events there are, for who asks them and who has them asked again. */
export const keys = {
  all: ['events'],
  lists: ['events', 'list'],
  calendar: ['events', 'calendar'],
  societies: ['events', 'society'],
  society: (id: string) => ['events', 'society', id],
  info: (id: string) => ['events', 'info', id],
  standing: (id: string) => ['events', 'standing', id],
} as const;
