import Fastify, { type FastifyReply } from 'fastify';
import mongoose from 'mongoose';
import { answerAll } from './side-process.js';

/** A store command of a baseline, with ids as `{$oid}`. */
export interface BareRead {
  collection: string;
  filter: object;
  limit: number;
  /** Of the documents of one person. */
  isOwn?: true;
  /** Counts the documents instead. */
  isCount?: true;
}

export interface BareHttp {
  /** Body of the answer to each GET. */
  bytes?: Uint8Array;
  /** Database for the likes. */
  mongoUri?: string;
  /** Reads before each answer, all at once. */
  reads?: BareRead[];
  /** Person whose documents `isOwn` reads. */
  owner?: string;
}

const { MongoClient, ObjectId } = mongoose.mongo;

/** The two bare writes of a like a request, into collections of their own with the indexes that these writes need. */
async function openLikes(mongoUri: string) {
  const client = await new MongoClient(mongoUri, { maxPoolSize: 20 }).connect();
  const likes = client.db().collection('bareLikes');
  const posts = client.db().collection('barePosts');
  await likes.createIndex({ post: 1, user: 1 }, { unique: true });
  return async ({ post_id, user_id }: { post_id: string; user_id: string }): Promise<object> => {
    const [post, user] = [new ObjectId(post_id), new ObjectId(user_id)];
    const { upsertedCount } = await likes.updateOne({ post, user }, { $set: { on: true, at: new Date() } }, { upsert: true });
    await posts.updateOne({ _id: post }, { $inc: { likes: 1, rev: 1 } }, { upsert: true });
    return { data: { liked: upsertedCount === 1 } };
  };
}

/** The fewest store commands of an answer, as one function. */
async function openReads(mongoUri: string, reads: readonly BareRead[], owner: string | undefined) {
  const client = await new MongoClient(mongoUri, { maxPoolSize: 200 }).connect();
  const found = reads.map(({ collection: name, filter, limit, isOwn, isCount }) => {
    const asked = mongoose.mongo.BSON.EJSON.deserialize(filter) as object;
    const key = ['follows', 'blocks'].includes(name) ? 'from' : 'user';
    const own = isOwn && owner ? { [key]: new ObjectId(owner) } : {};
    const collection = client.db().collection(name);
    return () => (isCount ? collection.countDocuments({ ...asked, ...own }) : collection.find({ ...asked, ...own }, { limit }).toArray());
  });
  return () => Promise.all(found.map((read) => read()));
}

/** Bare Fastify: what it costs without anything of ours. */
answerAll(async ({ bytes = new Uint8Array(), mongoUri, reads, owner }: BareHttp): Promise<string> => {
  const app = Fastify();
  const body = Buffer.from(bytes);
  const send = (reply: FastifyReply) => reply.type('application/json; charset=utf-8').send(body);
  if (mongoUri && reads && reads.length > 0) {
    const read = await openReads(mongoUri, reads, owner);
    app.get('/bytes', async (_request, reply) => {
      await read();
      return send(reply);
    });
  } else app.get('/bytes', (_request, reply) => send(reply));
  if (mongoUri && !reads) {
    const like = await openLikes(mongoUri);
    app.post<{ Body: { post_id: string; user_id: string } }>('/like', (request) => like(request.body));
  }
  return app.listen({ port: 0, host: '127.0.0.1' });
});
