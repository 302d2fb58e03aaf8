import { invitationNew, invitationRemoved } from '#models/contract/invitations';
import { membershipChanged } from '#models/contract/members';
import { namesChanged } from '#models/contract/names-changed';
import type { RoomKind } from '#models/contract/rooms';
import { societyRemoved, societyVisibility } from '#models/contract/societies';
import { ownChanged } from '#models/contract/users';
import { type ClientContext, handlers, type LeftRooms, on, type Part } from './part.js';

const evictingKinds: readonly RoomKind[] = ['society', 'societyPublic', 'event', 'profile'];

/** Refetches what depends on what the viewer may see, as `web/src/sync/access.ts`. */
export class AccessPart implements Part {
  readonly #context: ClientContext;

  readonly handlers = handlers(
    on(membershipChanged, ({ user_id }) => user_id === this.#context.me && this.#context.invalidateAccess()),
    on(invitationNew, () => this.#context.invalidateAccess()),
    on(invitationRemoved, () => this.#context.invalidateAccess()),
    on(namesChanged, ({ society_id }) => this.#context.invalidateAccess(society_id ?? undefined)),
    on(societyVisibility, ({ society_id, restored }) => this.#context.invalidateAccess(restored ? undefined : society_id)),
    on(societyRemoved, ({ society_id }) => this.#context.invalidateAccess(society_id)),
    on(ownChanged, ({ kind }) => (kind === 'block' || kind === 'privacy') && this.#context.invalidateAccess()),
  );

  constructor(context: ClientContext) {
    this.#context = context;
  }

  onRoomsLeft({ rooms, code }: LeftRooms): void {
    if (code !== 'unauthorized' && rooms.some(({ kind }) => evictingKinds.includes(kind))) this.#context.invalidateAccess();
  }
}
