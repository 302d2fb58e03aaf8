/** Sizes of a demo community. */
export interface Scale {
  people: number;
  societies: number;
  eventsASociety: number;
  posts: number;
  /** Newest posts, of which some have pictures. */
  pictured: number;
  comments: number;
  likes: number;
  follows: number;
  attendances: number;
  bookmarks: number;
  decided: number;
  pending: number;
  /** Factor on the sizes of societies in the texts. */
  members: number;
  /** Ages and scores of the three leading posts in trending. The third is below the score that 30 likes give a fresh post. */
  leaders: { hours: number; score: number }[];
}

export const scales: Record<'full' | 'small', Scale> = {
  full: {
    people: 1200,
    societies: 30,
    eventsASociety: 5,
    posts: 6000,
    pictured: 160,
    comments: 20_000,
    likes: 60_000,
    follows: 3000,
    attendances: 4000,
    bookmarks: 1500,
    decided: 300,
    pending: 40,
    members: 1,
    leaders: [
      { hours: 2.3, score: 12.6 },
      { hours: 3.4, score: 9.4 },
      { hours: 4.6, score: 7.1 },
    ],
  },
  small: {
    people: 60,
    societies: 8,
    eventsASociety: 2,
    posts: 300,
    pictured: 24,
    comments: 900,
    likes: 2400,
    follows: 150,
    attendances: 160,
    bookmarks: 60,
    decided: 15,
    pending: 8,
    members: 0.06,
    leaders: [
      { hours: 0.5, score: 10.2 },
      { hours: 0.8, score: 8.4 },
      { hours: 1.1, score: 6.9 },
    ],
  },
};

/** Maximum score of the other posts of the last week, so that the leaders lead. */
export const otherScores = 5.2;
export const scoreOf = (likesAndComments: number, hours: number): number => likesAndComments / (hours + 2) ** 1.5;
export const totalFor = (score: number, hours: number): number => Math.floor(score * (hours + 2) ** 1.5);
