import { eventStats } from '#models/contract/attendance';
import { type Attendee, type checkIn, eventCheckedIn, getAttendees } from '#models/contract/check-in';
import type { CountsOf, DataOf } from '#models/contract/define';
import { getReports, type Report, reportCreated, reportResolved, reportTaken } from '#models/contract/reports';
import { ClientEntities } from './entities.js';
import { type ClientContext, type ClientQuery, type Fetcher, handlers, on, type Part, sorted } from './part.js';

const statusAfter = { dismiss: 'dismissed', remove: 'removed', note: 'noted' } as const;
const rowKey = (event: string, user: string): string => `${event}/${user}`;
const attendeesKey = (event: string): string => `attendees/${event}`;

/** Reports and doors, as `web/src/features/reports/reports.store.ts` and `attendance/attendees.store.ts`. */
export class ModerationPart implements Part {
  readonly #context: ClientContext;
  readonly #reports: ClientEntities<Report>;
  readonly #queues = new Map<string, { ids: readonly string[]; counts: CountsOf<typeof getReports> }>();
  readonly #attendees: ClientEntities<Attendee>;
  readonly #doors = new Map<string, { keys: readonly string[]; counts: CountsOf<typeof getAttendees> }>();

  readonly handlers = handlers(
    on(reportCreated, ({ report }) => this.applyReport(report)),
    on(reportTaken, ({ report_id, ...taken }) => this.#reports.patch(report_id, taken)),
    on(reportResolved, ({ report_id, action, version }) => {
      this.#reports.patch(report_id, { status: statusAfter[action], version });
      this.#context.invalidate('reports');
    }),
    on(eventCheckedIn, ({ event_id, user_id, at, by, version }) => {
      this.#attendees.patch(rowKey(event_id, user_id), { Checked_In_At: at, Checked_In_By: by, version });
      this.#context.invalidate(attendeesKey(event_id));
    }),
    on(eventStats, ({ event_id }) => this.#context.invalidate(attendeesKey(event_id))),
  );

  constructor(context: ClientContext) {
    this.#context = context;
    this.#reports = new ClientEntities(context.tick);
    this.#attendees = new ClientEntities(context.tick);
  }

  /** Applies a report of a message, or of the answer to an own decision. */
  applyReport(report: Report): void {
    if (this.#queues.size > 0) this.#reports.merge(report.ID, report);
    this.#context.invalidate('reports');
  }

  /** Applies the answer to an own check-in. */
  applyCheckIn(event: string, { user, Checked_In_At, Checked_In_By, version }: DataOf<typeof checkIn>): void {
    this.#attendees.patch(rowKey(event, user.ID), { Checked_In_At, Checked_In_By, version });
    this.#context.invalidate(attendeesKey(event));
  }

  /** Query of the open reports: a society's, or all of them for platform admins. */
  reports(society: string | null): ClientQuery {
    const name = society ?? 'all';
    const load = async (fetch: Fetcher) => {
      const since = this.#context.now();
      const found = await fetch.list(getReports, society ? { society_id: society } : {});
      return () => {
        if (!found) return;
        for (const report of found.items) this.#reports.merge(report.ID, report, since);
        this.#queues.set(name, { ids: found.items.map(({ ID }) => ID), counts: found.counts });
      };
    };
    return { key: `reports/${name}`, load };
  }

  /** Query of the people at an event's door. */
  attendees(event: string): ClientQuery {
    const load = async (fetch: Fetcher) => {
      const since = this.#context.now();
      const found = await fetch.list(getAttendees, { event_id: event });
      return () => {
        if (!found) return;
        for (const attendee of found.items) this.#attendees.merge(rowKey(event, attendee.ID), attendee, since);
        this.#doors.set(event, { keys: found.items.map(({ ID }) => rowKey(event, ID)), counts: found.counts });
      };
    };
    return { key: attendeesKey(event), load };
  }

  shownReports(society: string | null): [string, unknown][] {
    const { ids, counts } = this.#queues.get(society ?? 'all') ?? { ids: [], counts: undefined };
    const open = ids.flatMap((id): [string, unknown][] => {
      const report = this.#reports.get(id);
      return report?.status === 'open' ? [[id, { Excerpt: report.Excerpt, Taken_By: report.Taken_By }]] : [];
    });
    return sorted([...open, ['counts', counts]]);
  }

  shownAttendees(event: string): [string, unknown][] {
    const { keys, counts } = this.#doors.get(event) ?? { keys: [], counts: undefined };
    const rows = keys.flatMap((key): [string, unknown][] => {
      const row = this.#attendees.get(key);
      return row ? [[key, { at: row.Checked_In_At, by: row.Checked_In_By }]] : [];
    });
    return sorted([...rows, ['counts', counts]]);
  }
}
