import type { UserDoc } from './users.js';

/** A former address that the account can get back until then. */
export interface FormerEmail {
  email: string;
  emailFolded: string;
  until: Date;
}

/** State of a deleted account that its owner can still restore. */
export interface AccountGrace {
  /** Time of the deletion: content removed by it is not older. */
  since: Date;
  until: Date;
  keepPosts: boolean;
  /** Rounds that the withdrawal has done. */
  rounds: number;
  /** The account as it was. */
  account: UserDoc;
}
