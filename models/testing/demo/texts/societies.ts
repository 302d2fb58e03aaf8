import type { SocietyText } from '../kinds.js';
import { academic } from './academic.js';
import { artsCulture } from './arts-culture.js';
import { entrepreneurship } from './entrepreneurship.js';
import { environmental } from './environmental.js';
import { gaming } from './gaming.js';
import { health } from './health.js';
import { language } from './language.js';
import { political } from './political.js';
import { professional } from './professional.js';
import { religious } from './religious.js';
import { science } from './science.js';
import { service } from './service.js';
import { social } from './social.js';
import { sports } from './sports.js';
import { technology } from './technology.js';

/** Societies of the small community, one of every sort: with join approval, open, private, invite-only. */
const first = ['robotics', 'debate', 'hikers', 'courts', 'quran', 'seed', 'hands', 'chess'];

const all: readonly SocietyText[] = [
  ...technology,
  ...science,
  ...artsCulture,
  ...sports,
  ...academic,
  ...social,
  ...professional,
  ...service,
  ...religious,
  ...political,
  ...environmental,
  ...health,
  ...entrepreneurship,
  ...language,
  ...gaming,
];

/** Every society; a smaller community uses the first ones. */
export const societyTexts: readonly SocietyText[] = [
  ...first.flatMap((key) => all.filter((society) => society.key === key)),
  ...all.filter((society) => !first.includes(society.key)),
];
