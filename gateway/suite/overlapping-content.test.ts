import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { type Actors, describePairs, type PairSetup } from '#gateway/testing/overlapping-calls';
import { createComment, deleteComment } from '#models/contract/comments';
import { createPost, deletePost, likePost, unlikePost, updatePost } from '#models/contract/posts';
import { reportPost, reportThing, resolveReport } from '#models/contract/reports';
import { deleteSociety } from '#models/contract/society-removal';
import { replyToTicket } from '#models/contract/support';
import { Comments } from '#models/db/comments';
import { Posts } from '#models/db/posts';
import { SupportRequests } from '#models/db/support-requests';
import { buildComment, buildPost, buildReport, store } from '#models/testing/builders';

async function posted(actors: Actors) {
  const { society, society_id, admin } = await actors.society();
  const [author, reader] = [await actors.member(society), await actors.member(society)];
  const post = await buildPost({ society, author: author.user });
  return { society, society_id, admin, author, reader, post, post_id: String(post._id), other: await actors.member(society, 'moderator') };
}

const posts: Record<string, PairSetup> = {
  'one person likes a post from two devices: one like': async (actors) => {
    const { reader, post_id, post } = await posted(actors);
    const after = async () => expect((await Posts.findById(post._id).lean())?.likes).toBe(1);
    return { calls: [reader.ask(likePost, { post_id }), reader.ask(likePost, { post_id })], expectedSuccesses: 2, after };
  },
  'two people like and unlike a post: both count': async (actors) => {
    const { reader, other, post_id } = await posted(actors);
    await other.ask(likePost, { post_id })();
    return { calls: [reader.ask(likePost, { post_id }), other.ask(unlikePost, { post_id })], expectedSuccesses: 2 };
  },
  'a post is liked and deleted': async (actors) => {
    const { reader, author, post_id } = await posted(actors);
    return { calls: [reader.ask(likePost, { post_id }), author.ask(deletePost, { post_id })], expectedSuccesses: 2 };
  },
  'a post is commented and deleted': async (actors) => {
    const { reader, author, post_id } = await posted(actors);
    return {
      calls: [reader.ask(createComment, { post_id, content: 'Where?' }), author.ask(deletePost, { post_id })],
      expectedSuccesses: 2,
    };
  },
  'a post is changed and deleted: it stays deleted': async (actors) => {
    const { admin, author, post_id, post } = await posted(actors);
    const after = async () => expect((await Posts.findById(post._id).lean())?.removedAt).not.toBeNull();
    return { calls: [author.ask(updatePost, { post_id, content: 'At noon' }), admin.ask(deletePost, { post_id })], after };
  },
  'a post is deleted by two: removed once': async (actors) => {
    const { admin, author, post_id } = await posted(actors);
    return { calls: [author.ask(deletePost, { post_id }), admin.ask(deletePost, { post_id })], expectedSuccesses: 1 };
  },
  'a comment is deleted by two: removed once': async (actors) => {
    const { admin, author, post } = await posted(actors);
    const comment_id = String((await buildComment({ post, author: author.user }))._id);
    return { calls: [author.ask(deleteComment, { comment_id }), admin.ask(deleteComment, { comment_id })], expectedSuccesses: 1 };
  },
  'a post is written and its society deleted: it is in it, and hidden with it': async (actors) => {
    const { admin, author, society, society_id } = await posted(actors);
    const removal = admin.ask(deleteSociety, { society_id, confirm: society.name });
    return { calls: [author.ask(createPost, { society_id, content: 'At noon' }), removal] };
  },
  'a comment is sent twice under one key: there is one': async (actors) => {
    const { reader, post_id, post } = await posted(actors);
    const send = reader.ask(createComment, { post_id, content: 'Where?' }, { 'idempotency-key': randomUUID() });
    return { calls: [send, send], after: async () => expect(await Comments.countDocuments({ post: post._id })).toBe(1) };
  },
};

const reports: Record<string, PairSetup> = {
  'a report is dismissed and its post removed by it: one of the two': async (actors) => {
    const { society, admin, other, post, author } = await posted(actors);
    const report_id = String((await buildReport({ object: post, society, about: author.user }))._id);
    const decide = (who: typeof admin, action: 'dismiss' | 'remove') => who.ask(resolveReport, { report_id, action, note: '' });
    return { calls: [decide(admin, 'remove'), decide(other, 'dismiss')], expectedSuccesses: 1 };
  },
  'one report of a post is dismissed, and by another it is removed': async (actors) => {
    const { society, admin, other, post, author } = await posted(actors);
    const made = async () => String((await buildReport({ object: post, society, about: author.user }))._id);
    const [one, two] = [await made(), await made()];
    return {
      calls: [
        admin.ask(resolveReport, { report_id: one, action: 'remove', note: '' }),
        other.ask(resolveReport, { report_id: two, action: 'dismiss', note: '' }),
      ],
    };
  },
  'a post is removed by a report and reported again: no report stays open': async (actors) => {
    const { society, admin, reader, post, post_id, author } = await posted(actors);
    const report_id = String((await buildReport({ object: post, society, about: author.user }))._id);
    return {
      calls: [admin.ask(resolveReport, { report_id, action: 'remove', note: '' }), reader.ask(reportPost, { post_id, message: 'Spam' })],
    };
  },
  'a comment is removed by a report and reported again: no report stays open': async (actors) => {
    const { society, admin, reader, post, author } = await posted(actors);
    const comment = await buildComment({ post, author: author.user });
    const report = await buildReport({ kind: 'comment', object: comment, society, about: author.user });
    const again = reader.ask(reportThing, { kind: 'comment', id: String(comment._id), message: 'Spam' });
    return { calls: [admin.ask(resolveReport, { report_id: String(report._id), action: 'remove', note: '' }), again] };
  },
  'somebody reports a post from two devices: one report': async (actors) => {
    const { reader, post_id } = await posted(actors);
    const report = reader.ask(reportPost, { post_id, message: 'Spam' });
    return { calls: [report, report], expectedSuccesses: 2 };
  },
};

const tickets: Record<string, PairSetup> = {
  'a ticket is answered and asked on: both texts are there': async (actors) => {
    const [person, support] = [await actors.person(), await actors.person({ role: 'admin' })];
    const fields = { category: 'general', subject: 'Mine', content: 'Locked out.', status: 'open', createdAt: new Date() } as const;
    const { _id } = await store(SupportRequests, { ...fields, user: person.user._id });
    const reply = (who: typeof person, content: string) => who.ask(replyToTicket, { ticket_id: String(_id), content });
    const after = async () => expect((await SupportRequests.findById(_id).lean())?.replies).toHaveLength(2);
    return { calls: [reply(support, 'Try again.'), reply(person, 'Still locked.')], expectedSuccesses: 2, after };
  },
  'a ticket is answered and closed: both are stored': async (actors) => {
    const [person, support, other] = [
      await actors.person(),
      await actors.person({ role: 'admin' }),
      await actors.person({ role: 'admin' }),
    ];
    const fields = { category: 'general', subject: 'Mine', content: 'Locked out.', status: 'open', createdAt: new Date() } as const;
    const { _id } = await store(SupportRequests, { ...fields, user: person.user._id });
    const ticket_id = String(_id);
    const after = async () => expect((await SupportRequests.findById(_id).lean())?.replies).toHaveLength(1);
    return {
      calls: [
        support.ask(replyToTicket, { ticket_id, content: 'Solved.' }),
        other.ask(replyToTicket, { ticket_id, content: '', status: 'closed' }),
      ],
      expectedSuccesses: 2,
      after,
    };
  },
};

describePairs({ posts, reports, tickets });
