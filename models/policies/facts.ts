import type { SocietyPermissions, SocietyPrivacy, SocietyRole } from '#models/contract/societies';
import type { StaffScope } from '#models/contract/staff-scopes';

/** The requesting person, as far as rules need to know. A visitor is null. */
export interface Viewer {
  id: string;
  /** `admin` is a platform admin: has all rights of a society's admin, and sees all reported content. */
  role: 'user' | 'admin';
  /** Scopes of staff, besides those of a platform admin; absent without any. */
  scopes?: readonly StaffScope[];
  suspended: boolean;
  verified: boolean;
  /** Role in each society that the viewer is a member of. */
  roles: ReadonlyMap<string, SocietyRole>;
  /** Societies with an open invitation for the viewer. */
  invited: ReadonlySet<string>;
  /** Societies that banned the viewer. */
  banned: ReadonlySet<string>;
  /** People with a block between them and the viewer, whoever set it. */
  blocked: ReadonlySet<string>;
}

export interface SocietyFacts extends SocietyPrivacy, SocietyPermissions {
  id: string;
  removed: boolean;
}

/** A request that an admin be demoted. */
export interface DemotionFacts {
  society: SocietyFacts;
  /** The admin it is about. */
  user: string;
}

/** The viewer's own request to join a society. */
export interface OwnRequestFacts {
  society: SocietyFacts;
  /** Whether their newest request is undecided: pending or withdrawn. */
  undecided: boolean;
}

export interface PostFacts {
  id: string;
  author: string;
  createdAt: Date;
  removed: boolean;
  society: SocietyFacts;
}

export interface CommentFacts {
  author: string;
  removed: boolean;
  post: PostFacts;
}

export interface EventFacts {
  creator: string;
  removed: boolean;
  cancelled: boolean;
  over: boolean;
  /** People who may check in at this event, and whether their time is over. */
  stewards: readonly string[];
  stewardsOver: boolean;
  /** Whether the society is sensitive: outsiders are not told who takes part in it. */
  sensitive: boolean;
  society: SocietyFacts;
}

/** A question about an event. */
export interface QuestionFacts {
  asker: string;
  removed: boolean;
  event: EventFacts;
}

/** An event as the viewer answers the questions after it. */
export interface FeedbackFacts {
  event: EventFacts;
  /** Whether the viewer was checked in, or had a seat where nobody was. */
  came: boolean;
}

export interface ReportFacts {
  /** The reporter. */
  by: string;
  /** Author of the reported content, or the reported person. */
  about: string | null;
  /** Person who decided it, if anybody. */
  decidedBy: string | null;
  /** Society whose moderators review it; null if only platform admins do. */
  society: SocietyFacts | null;
}

export interface ActivityFacts {
  actor: string;
  /** Author of the linked content, such as a comment's post. */
  author: string | null;
  society: SocietyFacts | null;
  /** Whether access follows the society's events; otherwise its posts. */
  isOfEvent?: boolean;
}

/** A society on somebody's profile. */
export interface ShownSocietyFacts {
  person: PersonFacts;
  society: SocietyFacts;
  sensitive: boolean;
}

/** A person as one of a society's people. */
export interface NamedMemberFacts {
  society: string;
  user: string;
  /** Whether the society's category reveals religion, politics or health. */
  sensitive: boolean;
  /** Whether the person agreed that people outside see who they are. */
  consented: boolean;
}

export interface PersonFacts {
  id: string;
  profileVisibility: 'public' | 'private' | 'friends';
  showEmail: boolean;
  showPhone: boolean;
  allowMessages: boolean;
  /** Whether the profile shows societies of sensitive categories. */
  showSensitive: boolean;
  /** Whether this person follows the viewer. */
  follows: boolean;
  /** Whether the two follow each other. */
  mutual: boolean;
  deleted: boolean;
}

export interface SupportRequestFacts {
  /** Null for a ticket written without signing in. */
  user: string | null;
}
