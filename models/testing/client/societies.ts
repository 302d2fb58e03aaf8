import type { PayloadOf } from '#models/contract/define';
import { joinRequestCreated, joinRequestDecided, joinRequestWithdrawn } from '#models/contract/join-requests';
import { membershipChanged } from '#models/contract/members';
import {
  getAllSocieties,
  getSocietiesByUser,
  getSocietyInfo,
  type Society,
  type SocietyRole,
  societyCounts,
  societyCreated,
  societyRemoved,
  societyUpdated,
} from '#models/contract/societies';
import { ClientEntities } from './entities.js';
import { type ClientContext, type ClientQuery, type Fetcher, handlers, on, type Part, sorted } from './part.js';

const countsOf = ({ Member_Count, Event_Count, Post_Count }: Society) => ({ Member_Count, Event_Count, Post_Count });
const infoKey = (id: string): string => `societies/info/${id}`;
const listKey = 'societies/list';
const ownKey = 'societies/own';

/** Societies and the own roles, as `web/src/features/societies/societies.live.ts` and `web/src/sync/societies.ts`. */
export class SocietiesPart implements Part {
  readonly #context: ClientContext;
  readonly #societies: ClientEntities<Society>;
  #listed: readonly string[] = [];
  #own: readonly string[] = [];
  /** Societies whose page the server refused. */
  readonly #missing = new Set<string>();

  readonly handlers = handlers(
    on(societyCreated, () => this.#context.invalidate(listKey)),
    on(societyCounts, ({ society_id, ...counts }) => this.#societies.patch(society_id, counts)),
    on(societyUpdated, (society) => this.#onUpdated(society)),
    on(societyRemoved, ({ society_id }) => this.#societies.drop(society_id)),
    on(membershipChanged, (change) => this.#onMembershipChanged(change)),
    on(joinRequestCreated, ({ society_id, request: { User, Request_ID, version, Status } }) => {
      if (User === this.#context.me) this.applyRequest(society_id, Request_ID, version, Status);
    }),
    on(joinRequestDecided, ({ society_id, request_id, Status, version }) => {
      if (this.#isOwnRequest(society_id, request_id)) this.applyRequest(society_id, request_id, version, Status);
    }),
    on(joinRequestWithdrawn, ({ society_id, request_id, version }) => {
      if (this.#isOwnRequest(society_id, request_id)) this.applyRequest(society_id, request_id, version, null);
    }),
  );

  constructor(context: ClientContext) {
    this.#context = context;
    this.#societies = new ClientEntities(context.tick, {
      rev: ['Member_Count', 'Event_Count', 'Post_Count', 'Week_Growth', 'Role', 'Can'],
      'Request_ID Request_Version': ['Request_Status'],
    });
  }

  #onUpdated(society: PayloadOf<typeof societyUpdated>): void {
    this.#societies.patch(society.ID, society);
    this.#context.invalidate(infoKey(society.ID));
    if (this.#societies.get(society.ID)?.Role) this.#context.invalidate(ownKey);
  }

  #onMembershipChanged({ society_id, user_id, Role, member: _member, ...counts }: PayloadOf<typeof membershipChanged>): void {
    const society = this.#societies.get(society_id);
    if (user_id !== this.#context.me) this.#societies.patch(society_id, counts);
    else if (society) this.#societies.patch(society_id, { ...counts, ...this.#withRole(society, Role) });
  }

  /** Main rights of a role, until the refetch brings the rest. */
  #withRole({ Can }: Society, Role: SocietyRole | null): Pick<Society, 'Role' | 'Can'> {
    const manages = Role === 'admin' || this.#context.isPlatformAdmin;
    const seePosts = Role !== null || Can.seePosts;
    const moderate = manages || Role === 'moderator';
    const rights = { join: Role === null, leave: Role !== null, seePosts, manageRequests: manages, moderate, manage: manages };
    return { Role, Can: { ...Can, ...rights } };
  }

  #isOwnRequest(society: string, request: string): boolean {
    const found = this.#societies.get(society);
    return !found?.Can.manageRequests || found.Request_ID === request;
  }

  /** Applies the status of the own join request, unless it is stale. */
  applyRequest(society: string, Request_ID: string, Request_Version: number, Request_Status: Society['Request_Status']): void {
    this.#societies.patchOwn(society, { Request_ID, Request_Version, Request_Status });
  }

  #mergeFetched(fetched: readonly Society[], since: number): void {
    for (const society of fetched) this.#societies.merge(society.ID, society, since);
  }

  #listQuery(
    { key, access }: Pick<ClientQuery, 'key' | 'access'>,
    call: typeof getAllSocieties | typeof getSocietiesByUser,
    show: (ids: string[]) => void,
  ): ClientQuery {
    const load = async (fetch: Fetcher) => {
      const since = this.#context.now();
      const items = (await fetch.list<typeof getAllSocieties | typeof getSocietiesByUser>(call, {}))?.items ?? [];
      return () => {
        this.#mergeFetched(items, since);
        show(items.map(({ ID }) => ID));
      };
    };
    return { key, access, load };
  }

  /** Query of the societies to discover. */
  readonly list = this.#listQuery({ key: listKey, access: true }, getAllSocieties, (ids) => {
    this.#listed = ids;
  });

  /** Query of the own societies. */
  readonly own = this.#listQuery({ key: ownKey, access: (society) => Boolean(this.roleIn(society)) }, getSocietiesByUser, (ids) => {
    this.#own = ids;
  });

  /** Query of one society. */
  info(id: string): ClientQuery {
    const load = async (fetch: Fetcher) => {
      const since = this.#context.now();
      const answer = await fetch.one(getSocietyInfo, { society_id: id });
      return () => {
        if (answer) {
          this.#missing.delete(id);
          this.#mergeFetched([answer.data], since);
        } else {
          this.#missing.add(id);
          this.#societies.drop(id);
        }
      };
    };
    return { key: infoKey(id), access: (changed) => changed === id, load };
  }

  /** Own role in a society, if it is loaded. */
  roleIn(society: string): SocietyRole | null {
    return this.#societies.get(society)?.Role ?? null;
  }

  /** A society whose page is shown. */
  opened(id: string): Society | undefined {
    return this.#missing.has(id) ? undefined : this.#societies.get(id);
  }

  shownOwn(): [string, unknown][] {
    return sorted(this.#own.flatMap((id): [string, unknown][] => (this.#societies.get(id) ? [[id, this.roleIn(id)]] : [])));
  }

  shownList(): [string, object][] {
    const listed = this.#listed.flatMap((id): [string, object][] => {
      const society = this.#societies.get(id);
      return society ? [[id, { ...countsOf(society), Role: society.Role }]] : [];
    });
    return sorted(listed);
  }

  shownInfo(id: string): object | 'missing' {
    const society = this.opened(id);
    if (!society) return 'missing';
    const { Role, Can, Privacy, Request_Status } = society;
    return { ...countsOf(society), Role, Can, Privacy, Request_Status };
  }
}
