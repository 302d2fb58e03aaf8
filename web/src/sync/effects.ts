import type { Message, PayloadOf } from '#models/contract/define';
import type { ErrorCode } from '#models/contract/error-codes';
import { parseRoom } from '#models/contract/rooms';
import { onMessage, onRoomLeft } from '@/lib/live';
import { onUserChange } from '@/lib/user-change';

/** A room, parsed from its name. */
export type Room = NonNullable<ReturnType<typeof parseRoom>>;

/** What one message does to the state of the browser. */
export interface Effect {
  message: Message;
  apply: (payload: never) => void;
}

/** One row of a feature's table: a message and its effect. */
export const on = <M extends Message>(message: M, apply: (payload: PayloadOf<M>) => void): Effect => ({ message, apply });

/** A row for an effect that must not be repeated with its message, such as counting: applied once for each id. */
export function onceForEach<M extends Message>(
  message: M,
  idOf: (payload: PayloadOf<M>) => string,
  apply: (payload: PayloadOf<M>) => void,
) {
  const applied = new Set<string>();
  onUserChange(() => applied.clear());
  return on(message, (payload) => {
    const id = idOf(payload);
    if (applied.has(id)) return;
    applied.add(id);
    apply(payload);
  });
}

const tables = new Map<string, readonly Effect[]>();

/**
 * Registers a feature's table of messages and their effects, from when its module is loaded. Entities and lists outlive the
 * components that show them, so their updates do too. More than one file may register for a feature.
 */
export function registerEffects(feature: string, effects: readonly Effect[]): void {
  tables.set(feature, [...(tables.get(feature) ?? []), ...effects]);
  for (const { message, apply } of effects) onMessage(message, apply as (payload: unknown) => void);
}

/** All registered tables, by feature. `effects.test.ts` checks that every message of the contract is in one of them. */
export const effectTables: ReadonlyMap<string, readonly Effect[]> = tables;

/** Calls `apply` with the rooms that this browser was evicted from; not when the session ended, which leaves the page as it is. */
export const onEviction = (apply: (rooms: readonly Room[]) => void): void =>
  void onRoomLeft(({ rooms, code }: { rooms: readonly string[]; code: ErrorCode }) => {
    if (code !== 'unauthorized') apply(rooms.map(parseRoom).filter((room) => room !== null));
  });
