import type { SocietyPermissions, SocietyPrivacy, SocietyRole } from '#models/contract/societies';

/** Who asks, as far as any rule needs to know. A visitor is null. */
export interface Viewer {
  id: string;
  /** `admin` is a platform admin: may do all that a society's admin may, and sees everything reported. */
  role: 'user' | 'admin';
  suspended: boolean;
  verified: boolean;
  /** The role in each society that the viewer is a member of. */
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

/** The viewer's own standing with a society that they asked to join. */
export interface OwnRequestFacts {
  society: SocietyFacts;
  /** Nobody decided their newest request: it waits, or they took it back. */
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
  society: SocietyFacts;
}

export interface ReportFacts {
  /** Who reported it. */
  by: string;
  /** Who wrote what is reported, or is. */
  about: string | null;
  /** The society whose moderators judge it; null where only platform admins do. */
  society: SocietyFacts | null;
}

export interface ActivityFacts {
  actor: string;
  /** Who wrote what it leads to, as the post under which a comment stands. */
  author: string | null;
  society: SocietyFacts | null;
  /** An event is seen where the society's events are, anything else where its posts are. */
  isOfEvent?: boolean;
}

/** A society on somebody's profile. */
export interface ShownSocietyFacts {
  person: PersonFacts;
  society: SocietyFacts;
  sensitive: boolean;
}

export interface PersonFacts {
  id: string;
  profileVisibility: 'public' | 'private' | 'friends';
  showEmail: boolean;
  showPhone: boolean;
  allowMessages: boolean;
  /** Whether societies of sensitive categories are on the profile. */
  showSensitive: boolean;
  /** Whether this person follows the viewer. */
  follows: boolean;
  /** Whether the two follow each other. */
  mutual: boolean;
  deleted: boolean;
}

export interface TicketFacts {
  /** Null where somebody wrote who was not signed in. */
  user: string | null;
}
