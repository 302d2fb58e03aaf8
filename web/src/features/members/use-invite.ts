import { useState } from 'react';
import { invite as inviteCall } from '#models/contract/invitations';
import { ApiError, api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';

/** State of one invitation; `busy`: being sent. */
export type InviteOutcome = 'busy' | 'invited' | 'member' | 'refused';

const outcomeByCode: Record<string, InviteOutcome> = { person_is_member: 'member', not_invitable: 'refused' };

/** Sends invitations to a society, and tracks the outcome of each by user id or address. */
export function useInvite(society_id: string) {
  const [outcomes, setOutcomes] = useState<Record<string, InviteOutcome | undefined>>({});
  const invite = async (recipient: { user_id: string } | { email: string }): Promise<void> => {
    const key = 'email' in recipient ? recipient.email : recipient.user_id;
    const setOutcome = (outcome: InviteOutcome | undefined) => setOutcomes((before) => ({ ...before, [key]: outcome }));
    setOutcome('busy');
    try {
      await api(inviteCall, { society_id, ...recipient });
      setOutcome('invited');
    } catch (error) {
      const outcome = error instanceof ApiError ? outcomeByCode[error.code] : undefined;
      setOutcome(outcome);
      if (!outcome) reportFailure(error);
    }
  };
  return { outcomes, invite };
}
