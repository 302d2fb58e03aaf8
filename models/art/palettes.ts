export type CoverFamily = 'khatam' | 'tatreez' | 'sadu' | 'arches' | 'tiles' | 'dunes' | 'orbits' | 'courts' | 'zellige';

/** Colours: ground, second ground, motif, spark. */
export type Palette = readonly [string, string, string, string];

export const PALETTES: Record<string, Palette> = {
  evergreen: ['#0E5A44', '#0A4635', '#7FC9A0', '#C6F065'],
  pomegranate: ['#9C1B42', '#7C1133', '#F08FA0', '#FFD9B0'],
  saffron: ['#F0A02E', '#DE8414', '#FFE2A6', '#AB3318'],
  petra: ['#C25A3A', '#A4432A', '#F6B795', '#FFE9CF'],
  iris: ['#432F7D', '#33235F', '#A995EE', '#FFC76B'],
  aqaba: ['#0F6A86', '#0A5068', '#8ADCE2', '#FFE3B0'],
  olive: ['#6C7A22', '#54611A', '#D8E28A', '#FFF3C9'],
  dusk: ['#1C2B4A', '#141F38', '#7FA0D8', '#F7C45A'],
  rosesand: ['#EBB5A0', '#DE9A84', '#FFF0E2', '#8E2444'],
  pistachio: ['#C3E36A', '#A9CD4C', '#F4FBD9', '#1C5B3C'],
};

/** The pattern families of a category of the product. */
export const FAMILY_OF: Record<string, readonly CoverFamily[]> = {
  technology: ['tiles', 'zellige'],
  hackathon: ['tiles'],
  webinar: ['tiles'],
  workshop: ['tiles', 'zellige'],
  gaming: ['tiles', 'courts'],
  science: ['orbits'],
  academic: ['khatam', 'orbits'],
  seminar: ['khatam'],
  conference: ['khatam', 'arches'],
  training: ['zellige'],
  arts: ['tatreez', 'zellige'],
  'arts & culture': ['tatreez'],
  cultural: ['tatreez', 'sadu'],
  exhibition: ['zellige', 'tatreez'],
  sports: ['courts'],
  'sports & recreation': ['courts', 'dunes'],
  competition: ['courts', 'khatam'],
  social: ['arches', 'zellige'],
  networking: ['zellige', 'arches'],
  meetup: ['arches'],
  meeting: ['arches'],
  professional: ['arches', 'khatam'],
  entrepreneurship: ['zellige'],
  presentation: ['arches'],
  'panel discussion': ['arches', 'khatam'],
  'community service': ['sadu'],
  fundraiser: ['sadu', 'khatam'],
  religious: ['khatam'],
  political: ['sadu', 'arches'],
  environmental: ['dunes'],
  'health & wellness': ['orbits', 'dunes'],
  'language & culture': ['sadu', 'tatreez'],
  other: ['zellige'],
};

/** The palettes that suit a family. */
export const PALETTES_OF: Record<CoverFamily, readonly string[]> = {
  khatam: ['evergreen', 'iris', 'dusk', 'saffron'],
  tatreez: ['pomegranate', 'dusk', 'rosesand', 'evergreen'],
  sadu: ['petra', 'pomegranate', 'saffron', 'olive'],
  arches: ['rosesand', 'petra', 'aqaba', 'iris'],
  tiles: ['aqaba', 'iris', 'evergreen', 'dusk'],
  dunes: ['petra', 'saffron', 'dusk', 'olive'],
  orbits: ['dusk', 'iris', 'aqaba', 'pistachio'],
  courts: ['saffron', 'evergreen', 'pistachio', 'aqaba'],
  zellige: ['pistachio', 'aqaba', 'saffron', 'pomegranate'],
};
