import { addDays } from '#models/contract/days';

export { addDays, daysBetween } from '#models/contract/days';

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const cached = formats.get(zone);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formats.set(zone, format);
  return format;
}

/** Local date and time of an instant in a zone: YYYY-MM-DD and HH:MM. */
export function localOf(instant: Date, zone: string): { date: string; time: string } {
  const part = Object.fromEntries(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  return { date: `${part.year}-${part.month}-${part.day}`, time: `${part.hour}:${part.minute}` };
}

const asUtc = ({ date, time }: { date: string; time: string }): number => Date.parse(`${date}T${time}:00Z`);

/** The instant of a local date and time. A time skipped by a clock change maps to an hour later. */
export function instantOf(date: string, time: string, zone: string): Date {
  const wanted = asUtc({ date, time });
  const offsetAt = (instant: number): number => asUtc(localOf(new Date(instant), zone)) - instant;
  const first = wanted - offsetAt(wanted);
  return new Date(wanted - offsetAt(first));
}

/** Start and exclusive end of a local day, week (from Sunday) or month. */
export function spanOf(kind: 'today' | 'thisWeek' | 'thisMonth', now: Date, zone: string): { from: Date; to: Date } {
  const today = localOf(now, zone).date;
  const at = (date: string): Date => instantOf(date, '00:00', zone);
  if (kind === 'today') return { from: at(today), to: at(addDays(today, 1)) };
  if (kind === 'thisWeek') {
    const sunday = addDays(today, -new Date(`${today}T00:00:00Z`).getUTCDay());
    return { from: at(sunday), to: at(addDays(sunday, 7)) };
  }
  const first = `${today.slice(0, 8)}01`;
  return { from: at(first), to: at(`${addDays(first, 31).slice(0, 8)}01`) };
}
