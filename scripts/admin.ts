import { connect, disconnect } from '#models/db/connect';
import { foldEmail } from '#models/db/text';
import { Users } from '#models/db/users';
import { storeUris } from '#models/env';

const email = process.argv[2] ?? '';
await connect(storeUris().mongoUri);
const { matchedCount } = await Users.updateOne({ emailFolded: foldEmail(email) }, { $set: { role: 'admin' }, $inc: { version: 1 } });
console.log(matchedCount === 1 ? `${email} is a platform admin now.` : `Nobody has registered as ${email}.`);
process.exitCode = matchedCount === 1 ? 0 : 1;
await disconnect();
