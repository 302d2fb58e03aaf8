import { getBlocked } from '#models/contract/blocks';
import type { DataOf, PayloadOf } from '#models/contract/define';
import { type followUser, profileCounts } from '#models/contract/people';
import { getPublicProfile, type PublicProfile } from '#models/contract/profiles';
import { getFollowedSocieties } from '#models/contract/society-follows';
import { ownChanged } from '#models/contract/users';
import { ClientEntities } from './entities.js';
import { type ClientContext, type ClientQuery, type Fetcher, handlers, on, type Part, sorted } from './part.js';

const followedKey = 'societies/followed';
const profileKey = (id: string): string => `profiles/${id}`;

/** Profiles, blocks and followed societies, as `profiles.store.ts`, `account/blocked-people.tsx` and `web/src/sync/followed.ts`. */
export class PeoplePart implements Part {
  readonly #context: ClientContext;
  readonly #profiles: ClientEntities<PublicProfile>;
  #blocked: readonly string[] = [];
  #followed: readonly string[] = [];

  readonly handlers = handlers(
    on(profileCounts, (counts) => this.#onCounts(counts)),
    on(ownChanged, (change) => this.#onOwnChanged(change)),
  );

  constructor(context: ClientContext) {
    this.#context = context;
    this.#profiles = new ClientEntities(context.tick, { rev: ['Followers', 'Following'], Follow_Version: ['Is_Following'] });
  }

  #onCounts({ user_id, Followers, Following, rev }: PayloadOf<typeof profileCounts>): void {
    if (this.#profiles.get(user_id)?.Followers !== null) this.#profiles.patch(user_id, { Followers, Following, rev });
  }

  #onOwnChanged({ kind, id, on, version }: PayloadOf<typeof ownChanged>): void {
    if (kind === 'followSociety') this.#context.invalidate(followedKey);
    if (kind !== 'follow') return;
    const isOwn = id !== this.#context.me;
    if (isOwn) this.#profiles.patchOwn(id, { Is_Following: on, Follow_Version: version });
    this.#context.invalidate(isOwn ? profileKey(id) : 'profiles');
  }

  /** Applies the answer to an own follow. */
  applyFollow(id: string, { Is_Following, version, ...counts }: DataOf<typeof followUser>): void {
    this.#onCounts({ user_id: id, ...counts });
    this.#profiles.patchOwn(id, { Is_Following, Follow_Version: version });
  }

  /** Query of a profile. */
  profile(id: string): ClientQuery {
    const load = async (fetch: Fetcher) => {
      const since = this.#context.now();
      const answer = await fetch.one(getPublicProfile, { user_id: id });
      return () => {
        if (answer) this.#profiles.merge(id, answer.data, since);
        else this.#profiles.drop(id);
      };
    };
    return { key: profileKey(id), access: true, load };
  }

  /** Query of the people whom the viewer has blocked. */
  readonly blocked: ClientQuery = {
    key: 'blocked',
    access: true,
    load: async (fetch: Fetcher) => {
      const found = await fetch.list(getBlocked, {});
      return () => {
        this.#blocked = found?.items.map(({ ID }) => ID) ?? [];
      };
    },
  };

  /** Query of the societies that the viewer follows. */
  readonly followed: ClientQuery = {
    key: followedKey,
    access: true,
    load: async (fetch: Fetcher) => {
      const found = await fetch.list(getFollowedSocieties, {});
      return () => {
        this.#followed = found?.items.map(({ ID }) => ID) ?? [];
      };
    },
  };

  shownFollowed(): string[] {
    return this.#followed.toSorted();
  }

  shownProfile(id: string): object | 'missing' {
    const profile = this.#profiles.get(id);
    if (!profile) return 'missing';
    const { Is_Following, Followers, Following, Can } = profile;
    return { Is_Following, Followers, Following, Can };
  }

  shownBlocked(): string[] {
    return sorted(this.#blocked.map((id): [string, null] => [id, null])).map(([id]) => id);
  }
}
