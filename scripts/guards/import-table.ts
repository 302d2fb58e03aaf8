/** One row of architecture.md's table: what the files that match may import of ours, and, where it names packages, only those. */
export interface Row {
  name: string;
  files: RegExp;
  own: RegExp[];
  /** Allowed for types only: nothing of it runs. */
  ownTypes?: RegExp[];
  packages?: RegExp;
  packageTypes?: RegExp;
  node?: boolean;
}

const models = /^models\/(?!testing\/)/;
const browserSafe = [/^models\/art\//, /^models\/contract\//, /^models\/policies\//, /^models\/texts\//];

/** The first row that a file matches is its own. */
export const rows: Row[] = [
  { name: 'models/art', files: /^models\/art\//, own: [/^models\/art\//], packages: /^$/, node: false },
  { name: 'models/contract', files: /^models\/contract\//, own: [/^models\/contract\//], packages: /^zod(\/mini)?$/, node: false },
  {
    name: 'models/policies',
    files: /^models\/policies\//,
    own: [/^models\/policies\//],
    ownTypes: [/^models\/contract\//],
    packages: /^$/,
    node: false,
  },
  {
    name: 'models/db',
    files: /^models\/db\//,
    own: [/^models\/(db|contract|policies)\//, /^models\/env$/],
    packages: /^(mongoose|lru-cache|dataloader|unhomoglyph)$/,
  },
  {
    name: 'models/bus',
    files: /^models\/bus\//,
    own: [/^models\/(bus|contract|policies|db|texts)\//, /^models\/env$/],
    packages: /^(bullmq|ioredis)$/,
    packageTypes: /^(zod\/mini|mongoose)$/,
  },
  { name: 'models/commands', files: /^models\/commands\//, own: [/^models\/(commands|contract|policies|db|bus)\//] },
  { name: 'models/log', files: /^models\/log(\.test)?\.ts$/, own: [], packages: /^pino$/ },
  { name: 'models/metrics', files: /^models\/metrics\.ts$/, own: [], packages: /^prom-client$/ },
  { name: 'models/outside', files: /^models\/outside(\.test)?\.ts$/, own: [], packages: /^ipaddr\.js$/ },
  { name: 'models/env', files: /^models\/env(\.test)?\.ts$/, own: [], packages: /^zod$/ },
  {
    name: 'models/testing',
    files: /^models\/testing\//,
    own: [/^models\//, /^embedded\//],
    packages: /^(@node-rs\/argon2|mongoose|vitest(\/node)?|mongodb|bson|socket\.io-client)$/,
  },
  {
    name: 'gateway/features/societies',
    files: /^gateway\/features\/societies\//,
    own: [models, /^gateway\/plugins\//, /^gateway\/features\/societies\//],
    packages: /^(csv-stringify\/sync|fastify)$/,
  },
  {
    name: 'gateway/features/attendance',
    files: /^gateway\/features\/attendance\//,
    own: [models, /^gateway\/plugins\//, /^gateway\/features\/attendance\//],
    packages: /^(ical-generator|fastify)$/,
  },
  { name: 'gateway/features', files: /^gateway\/features\//, own: [models, /^gateway\/plugins\//], packages: /^fastify$/ },
  { name: 'gateway/plugins', files: /^gateway\/plugins\//, own: [models, /^gateway\/plugins\//] },
  { name: 'gateway/live', files: /^gateway\/live\//, own: [models, /^gateway\/(plugins|live)\//] },
  {
    name: 'gateway for tests',
    files:
      /^gateway\/(start|world|inputs|kills|kill-rounds|losses|stage|content-causes|people-causes|society-surfaces|kept-log|overlaps|invariants|random-calls)-for-tests\.ts$/,
    own: [/^(models|gateway|workers)\//],
  },
  { name: 'gateway', files: /^gateway\//, own: [models, /^gateway\//] },
  {
    name: 'workers',
    files: /^workers\//,
    own: [models, /^workers\//],
    packages: /^(bullmq|ioredis|pino|prom-client|close-with-grace|mongoose|nodemailer|web-push)$/,
  },
  { name: 'web/src/lib', files: /^web\/src\/lib\//, own: [...browserSafe, /^web\/src\/lib\//], ownTypes: [/^web\/sw\/messages$/] },
  { name: 'web/src/theme', files: /^web\/src\/theme\//, own: [/^web\/src\/theme\//] },
  { name: 'web/src/components', files: /^web\/src\/components\//, own: [...browserSafe, /^web\/src\/(lib|components|theme)\//] },
  { name: 'web/src/features', files: /^web\/src\/features\//, own: [...browserSafe, /^web\/src\/(lib|components)\//] },
  { name: 'web/src/shell', files: /^web\/src\/shell\//, own: [...browserSafe, /^web\/src\/(lib|components|features|shell)\//] },
  {
    name: 'web/src/pages',
    files: /^web\/src\/pages\//,
    own: [...browserSafe, /\.module\.css$/, /^web\/src\/(lib|components|features|shell)\//, /^web\/src\/pages\/society-page-frame$/],
  },
  { name: 'web/src', files: /^web\/src\//, own: [...browserSafe, /^web\/src\//] },
  { name: 'web', files: /^web\/[^/]+\.ts$/, own: [/^web\/[^/]+$/, /^models\/(art|contract)\//], ownTypes: [/^web\/sw\//] },
  { name: 'web/sw', files: /^web\/sw\//, own: [/^web\/sw\//], ownTypes: [/^models\/contract\//] },
  {
    name: 'embedded',
    files: /^embedded\//,
    own: [/^embedded\//],
    packages: /^(bson|sorted-btree(\/extended\/bulkLoad\.js)?|lmdb|mongodb)$/,
  },
  { name: 'e2e', files: /^e2e\//, own: [/^e2e\//, /^models\/(testing|contract)\//] },
  { name: 'bench', files: /^bench\//, own: [/^bench\//, /^models\/(testing|contract)\//] },
  { name: 'scripts', files: /^scripts\//, own: [/^scripts\//, /^models\//, /^embedded\//, /^web\/dev-proxy$/] },
];

/** A test may import what its folder may, and whatever it takes to see the real thing. */
export const testsToo: RegExp[] = [
  /^gateway\/(app|start-for-tests|sockets-for-tests|limits-for-tests|plugins\/.*|live\/.*)$/,
  /^workers\//,
  /^models\//,
  /^embedded\//,
];
/** The same of the browser's tests: the stand-in for the gateway, and the pages that they open. */
export const webTestsToo: RegExp[] = [/^web\/src\/(testing|pages)\//];
