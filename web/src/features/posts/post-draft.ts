/** Under what a post that is being written is kept: one for each society's page, and one for everywhere else. */
export const postDraft = (societyId?: string): string => (societyId ? `post:${societyId}` : 'post');
