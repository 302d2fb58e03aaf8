const FRESH = 10_000;
const actions = new Map<string, number>();

/** The person themselves left this society, or stepped down in it, just now: the message of it is no news to them. */
export const noteOwnAction = (societyId: string): void => void actions.set(societyId, Date.now());

/** Whether the change of the own role that is told of is one's own doing. */
export const isRecentOwnAction = (societyId: string): boolean => Date.now() - (actions.get(societyId) ?? 0) < FRESH;
