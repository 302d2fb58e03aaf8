import type { ActivityDoc, Verb } from '#models/db/activities';
import type { JoinRequestDoc } from '#models/db/join-requests';
import type { LikeDoc } from '#models/db/likes';
import type { Id } from '#models/db/model';
import type { NotificationDoc } from '#models/db/notifications';
import { excerpt } from '#models/db/text';
import { dayMs } from './clock.js';
import { askedKey, type Club } from './clubs.js';
import type { MadeComment } from './comments.js';
import type { Context } from './context.js';
import type { DemoPerson } from './people.js';
import type { MadePost } from './posts.js';

export interface Facts {
  people: readonly DemoPerson[];
  clubs: readonly Club[];
  posts: readonly MadePost[];
  comments: readonly MadeComment[];
  likes: readonly LikeDoc[];
  requests: readonly JoinRequestDoc[];
  activities: readonly ActivityDoc[];
}

/** A delivered outbox record: id, actor and time. */
interface DraftDelivery {
  id: string;
  actor: Id;
  at: Date;
}
/** A notification before it is stored, its deliveries newest first. */
export type NotificationDraft = Pick<NotificationDoc, 'key' | 'type' | 'params' | 'link' | 'why' | 'society'> & {
  tellings: DraftDelivery[];
};

const longest = 60;
const newsDays = 2;

/** Drafts of everything that the member could be notified of, by the rules of the verbs. */
export function memberNotificationDrafts(context: Context, facts: Facts, { doc: { _id: me } }: DemoPerson): NotificationDraft[] {
  const isMine = ({ doc }: { doc: { author: Id } }): boolean => String(doc.author) === String(me);
  const mine = facts.posts.filter(isMine);
  const commentsBy = grouped(facts.comments, ({ doc }) => String(doc.post));
  const likesBy = grouped(facts.likes, ({ post }) => String(post));
  const recordOf = recordsOf(facts);
  const commentDeliveries = (comments: readonly MadeComment[]): DraftDelivery[] =>
    newest(comments.map(({ doc }) => ({ id: recordOf('comment.created', doc._id), actor: doc.author, at: doc.createdAt })));
  const liked = mine.map((post): NotificationDraft => {
    const likes = likesBy.get(String(post.doc._id)) ?? [];
    const tellings = newest(likes.map(({ _id, user, at }) => ({ id: String(_id), actor: user, at })));
    return { key: `like:${post.doc._id}`, type: 'post_liked', ...about(post, post.doc.content), why: 'author', tellings };
  });
  const commented = mine.map((post): NotificationDraft => {
    const others = (commentsBy.get(String(post.doc._id)) ?? []).filter((comment) => !isMine(comment));
    const words = others.at(-1)?.doc.content ?? '';
    return {
      key: `comment:${post.doc._id}`,
      type: 'post_commented',
      ...about(post, words),
      why: 'author',
      tellings: commentDeliveries(others),
    };
  });
  const answered = facts.posts.flatMap((post): NotificationDraft[] => {
    const talk = isMine(post) ? [] : (commentsBy.get(String(post.doc._id)) ?? []);
    const from = talk.findIndex(isMine);
    const after = from < 0 ? [] : talk.slice(from).filter((comment) => !isMine(comment));
    const words = after.at(-1)?.doc.content ?? '';
    return [
      {
        key: `answer:${post.doc._id}`,
        type: 'comment_answered',
        ...about(post, words),
        why: 'commented',
        tellings: commentDeliveries(after),
      },
    ];
  });
  const drafts = [...liked, ...commented, ...answered, ...newPosts(context, facts, me, recordOf), ...decisions(facts, me, recordOf)];
  return drafts.filter(({ tellings }) => tellings.length > 0);
}

type RecordOf = (verb: Verb, object: Id) => string;

function recordsOf({ activities }: Facts): RecordOf {
  const ids = new Map(activities.map(({ _id, verb, object }) => [`${verb} ${object}`, String(_id)]));
  return (verb, object) => ids.get(`${verb} ${object}`) ?? String(object);
}

const newest = (tellings: DraftDelivery[]): DraftDelivery[] => tellings.sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, longest);
const about = ({ doc }: MadePost, words: string) => ({
  params: { excerpt: excerpt(words) },
  link: `/posts/${doc._id}`,
  society: doc.society,
});

function grouped<T>(list: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of list) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** Posts of the last days in the person's own societies. */
function newPosts({ clock }: Context, { posts, clubs }: Facts, me: Id, recordOf: RecordOf): NotificationDraft[] {
  const since = clock.now.getTime() - newsDays * dayMs;
  const own = clubs.filter(({ members }) => members.some(({ doc }) => String(doc.user) === String(me)));
  return own.map((club): NotificationDraft => {
    const news = posts.filter(({ doc, club: its }) => its === club && String(doc.author) !== String(me) && doc.createdAt.getTime() > since);
    const { _id, name } = club.doc;
    const tellings = newest(news.map(({ doc }) => ({ id: recordOf('post.created', doc._id), actor: doc.author, at: doc.createdAt })));
    const params = { society: name, excerpt: excerpt(news.at(-1)?.doc.content ?? '') };
    return { key: `post:${_id}`, type: 'post_created', params, link: `/societies/${_id}`, why: 'member', society: _id, tellings };
  });
}

const decisions = ({ requests, clubs }: Facts, me: Id, recordOf: RecordOf): NotificationDraft[] =>
  requests.flatMap(({ _id, user, society, status, reason, decidedAt, decidedBy }): NotificationDraft[] => {
    const club = clubs.find(({ doc }) => String(doc._id) === String(society));
    if (String(user) !== String(me) || !club || !decidedAt || !decidedBy) return [];
    const type = status === 'approved' ? 'request_approved' : 'request_rejected';
    const tellings = [{ id: recordOf('request.decided', _id), actor: decidedBy, at: decidedAt }];
    const params = { society: club.doc.name, reason };
    return [{ key: `decided:${_id}`, type, params, link: `/societies/${society}`, why: 'asked', society: null, tellings }];
  });

/** Requests to join the admin's society. */
export function adminNotificationDrafts(facts: Facts, admin: DemoPerson): NotificationDraft[] {
  const club = facts.clubs.find(({ text }) => text.key === askedKey);
  if (!club) return [];
  const recordOf = recordsOf(facts);
  const asked = facts.requests.filter(({ society, status }) => status === 'pending' && String(society) === String(club.doc._id));
  const tellings = newest(asked.map(({ _id, user, createdAt }) => ({ id: recordOf('request.created', _id), actor: user, at: createdAt })));
  const { _id, name } = club.doc;
  const words = { key: `request:${_id}`, params: { society: name }, link: `/societies/${_id}/join-requests`, society: _id };
  const draft: NotificationDraft = { ...words, type: 'join_requested', why: 'admin', tellings };
  return String(club.doc.creator) === String(admin.doc._id) && tellings.length > 0 ? [draft] : [];
}
