const mostHours = 48;
const hoursOfDay = 24;

/** How long an answer usually takes, as one says it: within an hour, so many hours, so many days. */
export function replyTime(hours: number): { unit: 'hour' | 'hours' | 'days'; count: number } {
  if (hours <= 1) return { unit: 'hour', count: 1 };
  if (hours <= mostHours) return { unit: 'hours', count: Math.ceil(hours) };
  return { unit: 'days', count: Math.ceil(hours / hoursOfDay) };
}
