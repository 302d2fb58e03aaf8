const mostHours = 48;
const hoursOfDay = 24;

/** A typical reply time in the unit people use: within an hour, hours, or days. */
export function replyTime(hours: number): { unit: 'hour' | 'hours' | 'days'; count: number } {
  if (hours <= 1) return { unit: 'hour', count: 1 };
  if (hours <= mostHours) return { unit: 'hours', count: Math.ceil(hours) };
  return { unit: 'days', count: Math.ceil(hours / hoursOfDay) };
}
