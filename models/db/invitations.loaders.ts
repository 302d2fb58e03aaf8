import type { Invitation } from '#models/contract/invitations';
import { maskedPerson } from '#models/contract/masked';
import { type Asker, askerFor } from '#models/policies/index';
import type { SortOrder } from './cursor.js';
import { type InvitationDoc, Invitations, invitationToWire } from './invitations.js';
import { type Id, toId } from './model.js';
import { loadNaming } from './naming.loaders.js';
import { paginate } from './paginate.js';
import { loadSocieties, societyFacts } from './societies.js';
import { loadPeople } from './users.js';

const newestFirst: SortOrder = [['createdAt', -1, 'date']];

/** Invitations in wire form with society and, if their recipient may be shown who it is, inviter; omits those of removed societies. */
export async function invitationsToWire(invitations: readonly InvitationDoc[]): Promise<Invitation[]> {
  const [societies, people] = await Promise.all([
    loadSocieties(invitations.map(({ society }) => society)),
    loadPeople(invitations.map(({ by }) => by)),
  ]);
  const mayName = await loadNaming(
    askerFor(null),
    invitations.map(({ society, by }) => ({ society: societies.get(String(society)), user: by })),
  );
  return invitations.flatMap((invitation) => {
    const society = societies.get(String(invitation.society));
    if (!society || society.removedAt) return [];
    const wire = invitationToWire(invitation, society, people.get(String(invitation.by)));
    return [mayName(society, invitation.by) ? wire : { ...wire, Invited_By: maskedPerson }];
  });
}

/** One page of a person's open invitations; omits inviters with a block between them and societies that the viewer may not see. */
export async function invitationPage(asker: Asker, user: Id, cursor: string | undefined, limit: number) {
  const keep = async (batch: InvitationDoc[]): Promise<InvitationDoc[]> => {
    const societies = await loadSocieties(batch.map(({ society }) => society));
    return batch.filter(({ society: id, by }) => {
      const society = societies.get(String(id));
      return society !== undefined && !asker.viewer?.blocked.has(String(by)) && asker.can('society.see', societyFacts(society));
    });
  };
  const reads = [{ user, status: 'pending' }];
  const { items, next } = await paginate({ model: Invitations, reads, order: newestFirst, cursor, limit, keep });
  return { invitations: await invitationsToWire(items), next };
}

/** The viewer's own invitation; null for any other, and for an inviter with a block between them. */
export async function findOwnInvitation({ viewer }: Asker, id: Id): Promise<InvitationDoc | null> {
  const found = await Invitations.findById(id).lean();
  if (!viewer || !found?.user?.equals(toId(viewer.id))) return null;
  return viewer.blocked.has(String(found.by)) ? null : found;
}
