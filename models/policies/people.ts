import type { ActivityFacts, PersonFacts, Viewer } from './facts.js';
import { isPlatformAdmin, seeEvents, seePosts } from './societies.js';

export const peopleRules = {
  /** Everything of a profile but e-mail and phone. */
  'profile.see': (viewer: Viewer | null, person: PersonFacts) => {
    if (person.deleted) return false;
    if (viewer?.id === person.id || isPlatformAdmin(viewer)) return true;
    if (viewer?.blocked.has(person.id)) return false;
    return person.profileVisibility === 'public' || (person.profileVisibility === 'friends' && person.mutual);
  },
  'activity.see': (viewer: Viewer | null, { society, actor, author, isOfEvent }: ActivityFacts) => {
    if (society !== null && !(isOfEvent ? seeEvents : seePosts)(viewer, society)) return false;
    return isPlatformAdmin(viewer) || ![actor, author].some((person) => person !== null && viewer?.blocked.has(person));
  },
  'recommendation.see': (viewer: Viewer | null, forUser: { user: string }) => viewer?.id === forUser.user,
  'platform.manage': (viewer: Viewer | null) => isPlatformAdmin(viewer),
};
