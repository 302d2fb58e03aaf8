const FRESH = 10_000;
const moves = new Map<string, number>();

/** The person themselves left this society, or stepped down in it, just now: the message of it is no news to them. */
export const noteOwnMove = (societyId: string): void => void moves.set(societyId, Date.now());

/** Whether the change of the own role that is told of is one's own doing. */
export const isOwnMove = (societyId: string): boolean => Date.now() - (moves.get(societyId) ?? 0) < FRESH;
