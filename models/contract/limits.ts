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
export const readable = { description: 500 } as const;

export interface Rate {
  points: number;
  /** Seconds. */
  duration: number;
  /** Whose calls are counted together: an account's (an address's for visitors), or always an address's. */
  by: 'account' | 'address';
}

const minute = 60;
const hour = 3600;

/** Rates of contract.md, 'Limits'. `signIn` is counted by address here and by e-mail in the action. */
export const rates: Record<RateBucket, Rate> = {
  read: { points: 600, duration: minute, by: 'account' },
  write: { points: 120, duration: minute, by: 'account' },
  post: { points: 10, duration: minute, by: 'account' },
  comment: { points: 30, duration: minute, by: 'account' },
  like: { points: 120, duration: minute, by: 'account' },
  report: { points: 10, duration: hour, by: 'account' },
  joinRequest: { points: 20, duration: hour, by: 'account' },
  invitation: { points: 50, duration: 24 * hour, by: 'account' },
  ticket: { points: 5, duration: 24 * hour, by: 'account' },
  upload: { points: 30, duration: hour, by: 'account' },
  signIn: { points: 300, duration: 15 * minute, by: 'address' },
  export: { points: 20, duration: hour, by: 'account' },
  register: { points: 60, duration: hour, by: 'address' },
};
/** Sign-in tries for one e-mail address. */
export const signInByEmail = { points: 10, duration: 15 * minute } as const;

/** Sockets (contract.md, 'Limits'). */
export const socketLimits = { joinsAMinute: 200, rooms: 200, aUser: 20, visitorsAnAddress: 1000 } as const;
