import { type Attendance, attendanceChanged, eventStats, getUserStatus } from '#models/contract/attendance';
import type { PayloadOf } from '#models/contract/define';
import { eventCreated, eventRemoved, eventUpdated } from '#models/contract/event-changes';
import { type Event, getEventInfo, getEventsBySociety } from '#models/contract/events';
import { ClientEntities } from './entities.js';
import { type ClientContext, type ClientQuery, type Fetcher, handlers, on, type Part } from './part.js';

type ShownEvent = Omit<Event, 'Standing'>;
/** The own attendance; lists know no place on the waiting list, nor the `rev` as of which it is. */
interface Standing {
  attendance: Attendance;
  waiting_position?: number | null;
  rev?: number;
  version: number;
}

const infoKey = (id: string): string => `events/info/${id}`;
const upcomingCount = 20;

/** Events and the own attendance, as `web/src/features/events/events.store.ts`. */
export class EventsPart implements Part {
  readonly #context: ClientContext;
  readonly #events: ClientEntities<ShownEvent>;
  readonly #standings: ClientEntities<Standing>;
  readonly #ofSociety = new Map<string, readonly string[]>();

  readonly handlers = handlers(
    on(eventCreated, ({ ID, Society_ID }) => this.#onPlanChanged(ID, Society_ID)),
    on(eventUpdated, (event) => {
      this.#events.patch(event.ID, event);
      this.#onPlanChanged(event.ID, event.Society_ID);
    }),
    on(eventRemoved, ({ event_id, society_id }) => {
      this.#events.remove(event_id);
      this.#onPlanChanged(event_id, society_id);
    }),
    on(eventStats, ({ event_id, society_id: _society, ...counts }) => this.#events.patch(event_id, counts)),
    on(attendanceChanged, (change) => this.#onAttendanceChanged(change)),
  );

  constructor(context: ClientContext) {
    this.#context = context;
    this.#events = new ClientEntities(context.tick, { rev: ['attendees', 'interested', 'shares', 'seats_left'] });
    this.#standings = new ClientEntities(context.tick, { rev: ['waiting_position'] });
  }

  #onPlanChanged(id: string, society: string): void {
    this.#context.invalidate(`events/society/${society}`);
    this.#context.invalidate(infoKey(id));
  }

  #onAttendanceChanged({ event_id, ...standing }: PayloadOf<typeof attendanceChanged>): void {
    const current = this.#standings.get(event_id);
    const hasOnlyMoved = current?.attendance === 'waiting' && standing.attendance === 'waiting' && current.version === standing.version;
    this.#standings.patchOwn(event_id, standing);
    if (!hasOnlyMoved) this.#context.invalidate(infoKey(event_id));
  }

  /** Applies the answer to an own attendance. */
  applyAttendance(event: string, answer: Standing & Pick<Event, 'attendees' | 'interested' | 'shares' | 'seats_left' | 'rev'>): void {
    const { attendance, waiting_position, version, attendees, interested, shares, seats_left, rev } = answer;
    this.#standings.patchOwn(event, { attendance, waiting_position: waiting_position ?? null, rev, version });
    this.#events.patch(event, { attendees, interested, shares, seats_left, rev });
  }

  #mergeFetched(fetched: readonly Event[], since: number): void {
    for (const { Standing, ...event } of fetched) {
      if (Standing) {
        const { attendance, version } = Standing;
        const place = attendance === 'waiting' ? {} : { waiting_position: null, rev: event.rev };
        this.#standings.merge(event.ID, { attendance, version, ...place });
      }
      this.#events.merge(event.ID, event, since);
    }
  }

  #mayBeOf(event: string, society: string): boolean {
    const of = this.#events.get(event)?.Society_ID;
    return of === undefined || of === society;
  }

  /** Query of one event. */
  info(id: string): ClientQuery {
    const load = async (fetch: Fetcher) => {
      const since = this.#context.now();
      const answer = await fetch.one(getEventInfo, { event_id: id });
      return () => (answer ? this.#mergeFetched([answer.data], since) : this.#events.drop(id));
    };
    return { key: infoKey(id), access: (changed) => this.#mayBeOf(id, changed), load };
  }

  /** Query of the own place on a waiting list. */
  standing(id: string): ClientQuery {
    const load = async (fetch: Fetcher) => {
      const since = this.#context.now();
      const answer = await fetch.one(getUserStatus, { event_id: id });
      return () => {
        if (!answer) return;
        const { attendance, waiting_position, rev, version } = answer.data;
        this.#standings.merge(id, { attendance, waiting_position, rev, version }, since);
      };
    };
    return { key: `events/standing/${id}`, access: (changed) => this.#mayBeOf(id, changed), load };
  }

  /** Query of a society's next events. */
  upcoming(society: string): ClientQuery {
    const load = async (fetch: Fetcher) => {
      const since = this.#context.now();
      const answer = await fetch.one(getEventsBySociety, { society_id: society, limit: upcomingCount });
      return () => {
        if (!answer) return;
        this.#mergeFetched(answer.data, since);
        this.#ofSociety.set(
          society,
          answer.data.map(({ ID }) => ID),
        );
      };
    };
    return { key: `events/society/${society}`, access: (changed) => changed === society, load };
  }

  /** An event whose page is shown. */
  opened(id: string): ShownEvent | undefined {
    return this.#events.get(id);
  }

  isWaiting(id: string): boolean {
    return this.#standings.get(id)?.attendance === 'waiting';
  }

  shownInfo(id: string): object | 'missing' {
    const event = this.#events.get(id);
    if (!event) return 'missing';
    const { attendees, interested, shares, seats_left, Can } = event;
    const { attendance, waiting_position } = this.#standings.get(id) ?? {};
    return { attendees, interested, shares, seats_left, Can, attendance, ...(attendance === 'waiting' ? { waiting_position } : {}) };
  }

  shownUpcoming(society: string): string[] {
    return (this.#ofSociety.get(society) ?? []).filter((id) => this.#events.get(id)).sort();
  }
}
