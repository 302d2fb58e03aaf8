import type { RateBucket } from './define.js';

/** Maximum lengths of texts, in characters (contract.md, 'Limits'). */
export const lengths = {
  name: 80,
  email: 254,
  password: 200,
  studentId: 40,
  title: 120,
  description: 2000,
  location: 200,
  post: 5000,
  pollOption: 80,
  factorName: 60,
  eventMessage: 500,
  eventQuestion: 500,
  eventAnswer: 2000,
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

/** Lengths that counters recommend; longer texts are allowed. */
export const recommendedLengths = { description: 500 } as const;

/** Maximum number of join requests that one call decides. */
export const maxDecisions = 100;

/** Number of meetings in a series of events. */
export const seriesLength = { least: 2, most: 52 } as const;

/** Pinned posts of one society, and the most days for which one is pinned. */
export const pins = { most: 3, days: 90 } as const;

/** Days for which a request for a demotion is open. */
export const demotionDays = 14;
/** Fewest admins of a society in which they can ask that one of them be demoted. */
export const demotionAdmins = 3;

/** Days without activity after which an only admin is away; and days of membership before a claim. */
export const absenceDays = 60;
export const claimAfterDays = 30;
/** Open claims to one society. */
export const mostClaims = 10;
/** Most years until the end of a role, and fewest days until an end that another admin sets for an admin. */
export const roleTerms = { years: 5, noticeDays: 14 } as const;

/** Messages to the people of an event in 24 hours. */
export const messagesADay = 3;

/**
 * Door of an event: how long a code is shown, how late a phone that was offline may be, from how long before the start people
 * can check themselves in, and until how long after the end stewards may.
 */
export const doorTimes = { stepMs: 15_000, lateMs: 10 * 60_000, opensMs: 60 * 60_000, staysMs: 2 * 60 * 60_000 } as const;

/**
 * Offers of free seats to the first in line: how long one lasts, how long before the start seats are given at once, and the night
 * in which no offer runs.
 */
export const seatOffers = { lastsMs: 2 * 60 * 60_000, directMs: 6 * 60 * 60_000, night: { start: '22:00', end: '08:00' } } as const;

/** Stewards of one event. */
export const mostStewards = 20;

/** Passkeys of an account, and recovery codes in a set. */
export const factorLimits = { passkeys: 10, recoveryCodes: 10 } as const;

/** Options of a poll, and the most days for which one is open. */
export const pollLimits = { options: { least: 2, most: 10 }, days: 90 } as const;

/** Longest time ahead for which a post is scheduled. */
export const longestScheduleMs = 365 * 86_400_000;

/** Time for which a decision on a join request can be undone. */
export const reopenForMs = 10 * 60_000;

/** Points in a number of seconds. */
export interface Budget {
  points: number;
  duration: number;
}

export interface Rate extends Budget {
  /** Counts calls by account (visitors by address), or always by address. */
  by: 'account' | 'address';
  /** Budget of visitors from one address, which many people may share. */
  visitors?: Budget;
}

const minute = 60;
const quarter = 15 * minute;
const hour = 3600;
const day = 24 * hour;

/**
 * Rates of contract.md, 'Limits', counted before a call runs. Buckets by address only limit load, since a campus of thousands
 * may share an address; `guards` count abuse.
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

/** Abuse counters, by facts that only the action has (contract.md, 'Limits'). Actions may give points back after success. */
export const guards = {
  /** Wrong passwords at one account from one address, or from one browser that is familiar to the account. */
  accountAtPlace: { points: 10, duration: quarter },
  /** Wrong passwords at one account from all unfamiliar addresses. */
  account: { points: 50, duration: hour },
  /** Wrong passwords from one address, at all accounts. */
  address: { points: 1000, duration: quarter },
  /** Wrong passwords of one session, in signed-in calls that ask for the password. */
  session: { points: 10, duration: quarter },
  /** Wrong second factors at one account from one address, or from one browser that is familiar to the account. */
  factorAtPlace: { points: 5, duration: quarter },
  /** Wrong second factors at one account from all unfamiliar addresses. */
  factorOfAccount: { points: 30, duration: hour },
  /** Sign-ins of one account: each begins a session. */
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
  /** Wrong door codes of one person at one event. */
  doorCode: { points: 10, duration: quarter },
} as const satisfies Record<string, Budget>;
export type Guard = keyof typeof guards;

/** Time for which an account remembers a browser or an address that signed in, and their maximum number. */
export const familiarDevices = { days: 90, most: 20 } as const;

/** Limits of sockets (contract.md, 'Limits'). `unauthenticatedPerAddress` counts those that have not sent their handshake yet. */
export const socketLimits = {
  joinsPerMinute: 200,
  rooms: 200,
  perUser: 20,
  visitorsPerAddress: 3000,
  unauthenticatedPerAddress: 1000,
} as const;

/** Most activities in one `activity:batch`: the lines of the activity page. */
export const activityBatchLimit = 20;
