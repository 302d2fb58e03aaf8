import { AccessPart } from './client/access.js';
import { BellPart } from './client/bell.js';
import { EventsPart } from './client/events.js';
import { MembersPart } from './client/members.js';
import { ModerationPart } from './client/moderation.js';
import { type ClientPage, type ClientParts, type HeldRoom, type PageState, pageState } from './client/pages.js';
import { ClientContext, type ClientQuery, type IsMeant, type LeftRooms, type Part } from './client/part.js';
import { PeoplePart } from './client/people.js';
import { PostsPart } from './client/posts.js';
import { SocietiesPart } from './client/societies.js';

export type { ClientPage } from './client/pages.js';

export interface ClientViewer {
  id: string;
  isPlatformAdmin: boolean;
}

/**
 * State of one person's open pages by the rules of docs/live.md and nothing else. It loads, joins and refetches what the web app
 * does on the same pages, so a live update that is missed there is missed here.
 */
export class ClientModel implements ClientParts {
  readonly context: ClientContext;
  readonly pages: readonly ClientPage[];
  readonly posts: PostsPart;
  readonly societies: SocietiesPart;
  readonly events: EventsPart;
  readonly people: PeoplePart;
  readonly members: MembersPart;
  readonly moderation: ModerationPart;
  readonly bell: BellPart;
  readonly #parts: readonly Part[];

  /** @param onInvalidated called to refetch the queries that are meant */
  constructor({ id, isPlatformAdmin }: ClientViewer, pages: readonly ClientPage[], onInvalidated: (isMeant: IsMeant) => void = () => {}) {
    const context = new ClientContext(id, isPlatformAdmin, onInvalidated);
    this.context = context;
    this.pages = pages;
    this.societies = new SocietiesPart(context);
    this.posts = new PostsPart(context, (society) => this.societies.roleIn(society));
    this.events = new EventsPart(context);
    this.people = new PeoplePart(context);
    this.members = new MembersPart(context);
    this.moderation = new ModerationPart(context);
    this.bell = new BellPart(context);
    const access = new AccessPart(context);
    this.#parts = [access, this.societies, this.posts, this.events, this.people, this.members, this.moderation, this.bell];
  }

  #states(): PageState[] {
    return this.pages.map((page) => pageState(this, page, this.context.me));
  }

  /** Applies a live message; ignores those that the pages do not show. */
  applyMessage(message: string, payload: unknown): void {
    for (const { handlers } of this.#parts) handlers.get(message)?.(payload as never);
  }

  /** Applies the loss of rooms. */
  applyRoomsLeft(left: LeftRooms): void {
    for (const part of this.#parts) part.onRoomsLeft?.(left);
  }

  /** Queries of the pages and of the frame around them, each key once. */
  queries(): ClientQuery[] {
    const all = [this.societies.own, this.bell.unread, ...this.#states().flatMap(({ queries }) => queries)];
    return [...new Map(all.map((query) => [query.key, query])).values()];
  }

  /** Rooms of the pages and of the frame around them. */
  rooms(): HeldRoom[] {
    return [{ room: 'mine' }, ...this.#states().flatMap(({ rooms }) => rooms)];
  }

  /** Everything shown, as plain values in a fixed order, so that equal screens are deeply equal. */
  shown(): Record<string, unknown> {
    const pages = this.#states().flatMap(({ shown }, at) =>
      Object.entries(shown()).map(([name, value]) => [`${this.pages[at]?.kind} ${name}`, value]),
    );
    return { own: this.societies.shownOwn(), unread: this.bell.shownUnread(), ...Object.fromEntries(pages) };
  }
}
