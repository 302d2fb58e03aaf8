import type { RateBucket } from './define.js';

/** Longest texts, in characters (contract.md, 'Limits'). */
export const lengths = {
  name: 80,
  email: 254,
  password: 200,
  studentId: 40,
  title: 120,
  description: 2000,
  location: 200,
  post: 5000,
  comment: 2000,
  bio: 500,
  phone: 40,
  report: 1000,
  subject: 150,
  ticket: 5000,
  rules: 5000,
  question: 300,
  reason: 300,
  url: 2048,
  tag: 30,
  tags: 10,
  photoData: 280_000,
  cursor: 8000,
} as const;

/** Counted to: a text may be longer, but is not read as gladly. */
export const recommendedLengths = { description: 500 } as const;

/** How many in how many seconds. */
export interface Budget {
  points: number;
  duration: number;
}

export interface Rate extends Budget {
  /** Counts calls by account (by address for visitors), or always by address. */
  by: 'account' | 'address';
  /** Counts the calls of visitors from one address, where many people may share it. */
  visitors?: Budget;
}

const minute = 60;
const quarter = 15 * minute;
const hour = 3600;
const day = 24 * hour;

/**
 * Rates of contract.md, 'Limits', counted as a call comes in. What is counted by address only keeps load off, since a
 * campus of thousands may be one address; abuse is counted by `guards`.
 */
export const rates: Record<RateBucket, Rate> = {
  read: { points: 600, duration: minute, by: 'account', visitors: { points: 12_000, duration: minute } },
  write: { points: 120, duration: minute, by: 'account' },
  post: { points: 10, duration: minute, by: 'account' },
  comment: { points: 30, duration: minute, by: 'account' },
  like: { points: 120, duration: minute, by: 'account' },
  report: { points: 10, duration: hour, by: 'account' },
  joinRequest: { points: 20, duration: hour, by: 'account' },
  invitation: { points: 50, duration: day, by: 'account' },
  ticket: { points: 5, duration: day, by: 'account', visitors: { points: 1200, duration: minute } },
  upload: { points: 30, duration: hour, by: 'account' },
  signIn: { points: 3000, duration: minute, by: 'address' },
  export: { points: 20, duration: hour, by: 'account' },
  register: { points: 1200, duration: minute, by: 'address' },
  picture: { points: 12_000, duration: minute, by: 'address' },
  document: { points: 600, duration: minute, by: 'address' },
};

/** Counts of abuse, by what the action knows (contract.md, 'Limits'). What went well is given back where the action says so. */
export const guards = {
  /** Wrong passwords at one account from one address, or from one browser that the account knows. */
  accountAtPlace: { points: 10, duration: quarter },
  /** Wrong passwords at one account from all addresses that it does not know. */
  account: { points: 50, duration: hour },
  /** Wrong passwords from one address, at all accounts. */
  address: { points: 1000, duration: quarter },
  /** Wrong passwords of one session, where a signed-in call asks for the password. */
  session: { points: 10, duration: quarter },
  /** Right passwords of one account: each begins a session. */
  signIn: { points: 60, duration: quarter },
  /** Accounts made from one address. */
  signUp: { points: 2000, duration: hour },
  /** Sign-ups from one address that ended with 'already in use'. */
  takenSignUp: { points: 300, duration: hour },
  /** Mails of one kind that a stranger can have sent to one address. */
  mailTo: { points: 5, duration: hour },
  /** Mails with a reset link asked for from one address. */
  mailFrom: { points: 600, duration: hour },
  /** Tickets that visitors send in with one e-mail address, and from one address. */
  ticketOf: { points: 5, duration: day },
  ticketFrom: { points: 300, duration: day },
} as const satisfies Record<string, Budget>;
export type Guard = keyof typeof guards;

/** How long an account knows a browser or an address from which it signed in, and how many of them. */
export const familiarDevices = { days: 90, most: 20 } as const;

/** Sockets (contract.md, 'Limits'). `unsettledAnAddress` are those that have not yet said who they are. */
export const socketLimits = {
  joinsPerMinute: 200,
  rooms: 200,
  perUser: 20,
  visitorsPerAddress: 3000,
  unauthenticatedPerAddress: 1000,
} as const;
