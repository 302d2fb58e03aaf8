import { useState } from 'react';
import { invite as inviteCall } from '#models/contract/invitations';
import { ApiError, api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';

/** What came of inviting somebody; `busy`: it is on its way. */
export type Invited = 'busy' | 'invited' | 'member' | 'refused';

const settled: Record<string, Invited> = { person_is_member: 'member', not_invitable: 'refused' };

/** Invites to a society, and remembers by person or address what came of it. */
export function useInviting(society_id: string) {
  const [outcomes, setOutcomes] = useState<Record<string, Invited | undefined>>({});
  const invite = async (whom: { user_id: string } | { email: string }): Promise<void> => {
    const key = 'email' in whom ? whom.email : whom.user_id;
    const say = (outcome: Invited | undefined) => setOutcomes((before) => ({ ...before, [key]: outcome }));
    say('busy');
    try {
      await api(inviteCall, { society_id, ...whom });
      say('invited');
    } catch (error) {
      const outcome = error instanceof ApiError ? settled[error.code] : undefined;
      say(outcome);
      if (!outcome) reportFailure(error);
    }
  };
  return { outcomes, invite };
}
