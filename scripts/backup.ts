import { connect, disconnect } from '#models/db/connect';
import { storeUris } from '#models/env';
import { writeArchive } from './archive.js';
import { everything, summary } from './copying.js';

const file = process.argv[2] ?? '';
await connect(storeUris().mongoUri);
console.log(`${summary(await writeArchive(file, everything()))} are in ${file}.`);
await disconnect();
