import type { ActivityFacts, NamedMemberFacts, PersonFacts, ShownSocietyFacts, Viewer } from './facts.js';
import { hasScope } from './scopes.js';
import { mayWrite, seeEvents, seePosts } from './societies.js';

const isOwn = (viewer: Viewer | null, person: PersonFacts): boolean => viewer?.id === person.id;
const seesAll = (viewer: Viewer | null, person: PersonFacts): boolean => isOwn(viewer, person) || hasScope(viewer, 'moderate');
const seesContact = (viewer: Viewer | null, person: PersonFacts): boolean => isOwn(viewer, person) || hasScope(viewer, 'all');

const seePerson = (viewer: Viewer | null, person: PersonFacts): boolean =>
  !person.deleted && (seesAll(viewer, person) || !viewer?.blocked.has(person.id));

const seeProfile = (viewer: Viewer | null, person: PersonFacts): boolean => {
  if (!seePerson(viewer, person)) return false;
  if (seesAll(viewer, person)) return true;
  return person.profileVisibility === 'public' || (person.profileVisibility === 'friends' && person.mutual);
};

const mayMeet = (viewer: Viewer | null, person: PersonFacts): viewer is Viewer => mayWrite(viewer) && !isOwn(viewer, person);

export const peopleRules = {
  /** Name and image: all that a private profile shows. */
  'person.see': seePerson,
  /** Everything of a profile but e-mail and phone. */
  'profile.see': seeProfile,
  /** Planned and current events of a person, for signed-in people only. */
  'profile.plans': (viewer: Viewer | null, person: PersonFacts) => viewer !== null && seeProfile(viewer, person),
  'profile.email': (viewer: Viewer | null, person: PersonFacts) =>
    seesContact(viewer, person) ? !person.deleted : person.showEmail && seeProfile(viewer, person),
  'profile.phone': (viewer: Viewer | null, person: PersonFacts) =>
    seesContact(viewer, person) ? !person.deleted : person.showPhone && seeProfile(viewer, person),
  /** Membership of a closed society is visible to its members only; of a sensitive one only if the person shows it. */
  'profile.society': (viewer: Viewer | null, { person, society, sensitive }: ShownSocietyFacts) =>
    seePosts(viewer, society) && seeProfile(viewer, person) && (isOwn(viewer, person) || !sensitive || person.showSensitive),
  /** In a sensitive society people outside it learn who somebody is only with that person's consent. */
  'person.name': (viewer: Viewer | null, { society, user, sensitive, consented }: NamedMemberFacts) =>
    !sensitive || consented || viewer?.id === user || hasScope(viewer, 'moderate') || (viewer?.roles.has(society) ?? false),
  'account.edit': (viewer: Viewer | null) => mayWrite(viewer),
  'person.follow': (viewer: Viewer | null, person: PersonFacts) => mayMeet(viewer, person) && seePerson(viewer, person),
  /** Unfollowing and blocking: also of invisible people, since the block that hides them may be theirs. */
  'person.part': (viewer: Viewer | null, person: PersonFacts) => mayMeet(viewer, person) && !person.deleted,
  /** With allowMessages off, only people whom they follow may invite them. */
  'person.invite': (viewer: Viewer | null, person: PersonFacts) =>
    mayMeet(viewer, person) && !person.deleted && !viewer.blocked.has(person.id) && (person.allowMessages || person.follows),
  'activity.see': (viewer: Viewer | null, { society, actor, author, isOfEvent }: ActivityFacts) => {
    if (society !== null && !(isOfEvent ? seeEvents : seePosts)(viewer, society)) return false;
    return hasScope(viewer, 'moderate') || ![actor, author].some((person) => person !== null && viewer?.blocked.has(person));
  },
  'recommendation.see': (viewer: Viewer | null, forUser: { user: string }) => viewer?.id === forUser.user,
};
