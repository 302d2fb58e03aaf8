import type { PayloadOf } from '#models/contract/define';
import { ownChanged } from '#models/contract/users';
import { on, registerEffects } from './effects';

type OwnChange = PayloadOf<typeof ownChanged>;
type Kind = OwnChange['kind'];

const handlers = new Map<Kind, ((change: OwnChange) => void)[]>();

/** Calls `apply` when the viewer's own state of one kind has changed, here or in another tab. */
export const onOwnChange = (kind: Kind, apply: (change: OwnChange) => void): void =>
  void handlers.set(kind, [...(handlers.get(kind) ?? []), apply]);

registerEffects('own-changes', [
  on(ownChanged, (change) => {
    for (const apply of handlers.get(change.kind) ?? []) apply(change);
  }),
]);
