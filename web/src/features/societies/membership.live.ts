import type { PayloadOf } from '#models/contract/define';
import { joinRequestCreated, joinRequestDecided, joinRequestWithdrawn } from '#models/contract/join-requests';
import { membershipChanged } from '#models/contract/members';
import { postCreated } from '#models/contract/posts';
import { useSession } from '@/lib/session';
import { on, onceForEach, registerEffects } from '@/sync/effects';
import { societies } from '@/sync/societies';
import { applyOwnRequest, applyOwnRole } from './membership';
import { countNewPost } from './own-societies';
import { notifyDecided, notifyRoleChanged } from './society-toasts';

const ownId = (): string | undefined => useSession.getState().user?.ID;

/** Applies the counts, and for the viewer's own membership also the role and its rights. */
function onMembershipChanged({ society_id, user_id, Role, member: _member, ...counts }: PayloadOf<typeof membershipChanged>): void {
  if (user_id !== ownId()) return void societies.patch(society_id, counts);
  const society = societies.get(society_id);
  if (society?.Role && counts.rev > society.rev && Role !== society.Role) void notifyRoleChanged(society, Role);
  applyOwnRole(society_id, { ...counts, Role });
}

/** True for the viewer's own request. Those who manage requests receive others' too. */
function isOwnRequest(societyId: string, requestId: string): boolean {
  const society = societies.get(societyId);
  return !society?.Can.manageRequests || society.Request_ID === requestId;
}

function onRequestDecided({ society_id, request_id, Status, Reason, version }: PayloadOf<typeof joinRequestDecided>): void {
  if (!isOwnRequest(society_id, request_id)) return;
  const before = societies.confirmed(society_id);
  applyOwnRequest(society_id, { Request_ID: request_id, Request_Version: version, Request_Status: Status });
  const isRepeated = before !== undefined && before === societies.confirmed(society_id);
  if (!isRepeated && Status !== 'pending') void notifyDecided(society_id, Status, Reason);
}

// Apart from what a visitor's pages need.
registerEffects('societies', [
  on(membershipChanged, onMembershipChanged),
  on(joinRequestCreated, ({ society_id, request: { User, Request_ID, version, Status } }) => {
    if (User === ownId()) applyOwnRequest(society_id, { Request_ID, Request_Version: version, Request_Status: Status });
  }),
  on(joinRequestDecided, onRequestDecided),
  on(joinRequestWithdrawn, ({ society_id, request_id, version }) => {
    if (isOwnRequest(society_id, request_id))
      applyOwnRequest(society_id, { Request_ID: request_id, Request_Version: version, Request_Status: null });
  }),
  onceForEach(
    postCreated,
    ({ ID }) => ID,
    ({ User, Society_ID }) => User !== ownId() && countNewPost(Society_ID),
  ),
]);
