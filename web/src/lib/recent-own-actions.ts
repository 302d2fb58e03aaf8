const FRESH = 10_000;
const actions = new Map<string, number>();

/** Notes that the user has just left this society or stepped down in it, so the message about it shows no toast. */
export const noteOwnAction = (societyId: string): void => void actions.set(societyId, Date.now());

/** Whether a change of the user's own role follows from their own recent action. */
export const isRecentOwnAction = (societyId: string): boolean => Date.now() - (actions.get(societyId) ?? 0) < FRESH;
