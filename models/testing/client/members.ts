import type { CountsOf, PayloadOf } from '#models/contract/define';
import { getAllMembers } from '#models/contract/member-list';
import { type Member, membershipChanged } from '#models/contract/members';
import { type SocietyRole, societyCounts } from '#models/contract/societies';
import { ClientEntities } from './entities.js';
import { type ClientContext, type ClientQuery, type Fetcher, handlers, on, type Part, sorted } from './part.js';

type Row = Omit<Member, 'Role'> & { Role: SocietyRole | null };
interface Loaded {
  keys: readonly string[];
  counts: CountsOf<typeof getAllMembers> | undefined;
}

const membersKey = (society: string): string => `members/${society}`;
const rowKey = (society: string, user: string): string => `${society}/${user}`;

/** The list of a society's members, as `web/src/features/members/members.store.ts`. */
export class MembersPart implements Part {
  readonly #context: ClientContext;
  readonly #rows: ClientEntities<Row>;
  readonly #loaded = new Map<string, Loaded>();

  readonly handlers = handlers(
    on(membershipChanged, (change) => this.#onMembershipChanged(change)),
    on(societyCounts, ({ society_id }) => this.#context.invalidate(membersKey(society_id))),
  );

  constructor(context: ClientContext) {
    this.#context = context;
    this.#rows = new ClientEntities(context.tick, { rev: ['Role'] });
  }

  #onMembershipChanged({ society_id, user_id, Role, rev }: PayloadOf<typeof membershipChanged>): void {
    // Only of lists on the screen: a model would else remember every change of the run.
    if (!this.#loaded.has(society_id)) return;
    this.#rows.patchOwn(rowKey(society_id, user_id), { Role, rev });
    this.#context.invalidate(membersKey(society_id));
  }

  /** Query of a society's members. */
  list(society: string): ClientQuery {
    const load = async (fetch: Fetcher) => {
      if (!this.#loaded.has(society)) this.#loaded.set(society, { keys: [], counts: undefined });
      const since = this.#context.now();
      const found = await fetch.list(getAllMembers, { society_id: society });
      return () => {
        if (!found) return;
        for (const member of found.items) this.#rows.merge(rowKey(society, member.ID), member, since);
        this.#loaded.set(society, { keys: found.items.map(({ ID }) => rowKey(society, ID)), counts: found.counts });
      };
    };
    return { key: membersKey(society), access: (changed) => changed === society, load };
  }

  shown(society: string): [string, unknown][] {
    const { keys, counts } = this.#loaded.get(society) ?? { keys: [], counts: undefined };
    const roles = keys.flatMap((key): [string, unknown][] => {
      const Role = this.#rows.get(key)?.Role;
      return Role ? [[key, Role]] : [];
    });
    return sorted([...roles, ['counts', counts]]);
  }
}
