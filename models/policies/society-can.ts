import type { Society } from '#models/contract/societies';
import type { SocietyFacts } from './facts.js';
import type { Asker } from './index.js';

/** A viewer's rights in a society, by the policies. */
export function societyCanOf({ viewer, can }: Asker, facts: SocietyFacts): Society['Can'] {
  return {
    join: can('society.join', facts) && !viewer?.roles.has(facts.id),
    post: can('society.post', facts),
    createEvents: can('society.createEvents', facts),
    invite: can('society.invite', facts),
    seePosts: can('society.posts', facts),
    seeEvents: can('society.events', facts),
    seeMembers: can('society.members', facts),
    manageRequests: can('joinRequest.list', facts),
    moderate: can('society.moderate', facts),
    manage: can('society.manage', facts),
    leave: can('society.leave', facts),
  };
}
