import type { ActivityDoc, Verb } from '#models/db/activities';
import { activityCards } from '#models/db/activities.loaders';
import type { CardDoc, CardItem } from '#models/db/cards';
import type { JoinRequestDoc } from '#models/db/join-requests';
import type { Id } from '#models/db/model';
import type { Club } from './clubs.js';
import type { MadeComment } from './comments.js';
import type { Context } from './context.js';
import type { MadePost } from './posts.js';

interface Happened {
  clubs: readonly Club[];
  posts: readonly MadePost[];
  comments: readonly MadeComment[];
  requests: readonly JoinRequestDoc[];
}

type ActivityFields = Omit<ActivityDoc, '_id'>;

/** Outbox records of the whole community as the product would have written them, none of them due. */
export function makeActivities({ idOf }: Context, happened: Happened): ActivityDoc[] {
  const unnumbered: ActivityFields[] = [...ofSocieties(happened), ...ofRequests(happened), ...ofPosts(happened)];
  return unnumbered.sort((a, b) => a.at.getTime() - b.at.getTime()).map((activity, i) => ({ _id: idOf('activity', i), ...activity }));
}

function ofSocieties({ clubs, requests }: Happened): ActivityFields[] {
  const letIn = new Map(
    requests.filter(({ status }) => status === 'approved').map((request) => [pairOf(request), String(request.decidedBy)]),
  );
  return clubs.flatMap(({ doc, members, isOpen }): ActivityFields[] => {
    const created = {
      actor: doc.creator,
      verb: 'society.created' as const,
      object: doc._id,
      society: doc._id,
      open: isOpen,
      at: doc.createdAt,
    };
    const joined = members
      .filter((member) => String(member.doc.user) !== String(doc.creator))
      .map(({ doc: { user, society, joinedAt } }): ActivityFields => {
        const by = letIn.get(pairOf({ user, society }));
        return { actor: user, verb: 'member.joined', object: user, society, open: false, at: joinedAt, ...(by ? { params: { by } } : {}) };
      });
    return [created, ...joined];
  });
}

const pairOf = ({ user, society }: { user: Id; society: Id }): string => `${user}-${society}`;

const ofRequests = ({ requests }: Happened): ActivityFields[] =>
  requests.flatMap(({ _id, user, society, createdAt, decidedAt, decidedBy }) => {
    const requestActivity = (verb: Verb, actor: Id, at: Date): ActivityFields => ({ actor, verb, object: _id, society, open: false, at });
    const decided = decidedAt && decidedBy ? [requestActivity('request.decided', decidedBy, decidedAt)] : [];
    return [requestActivity('request.created', user, createdAt), ...decided];
  });

const ofPosts = ({ posts, comments }: Happened): ActivityFields[] => [
  ...posts.map(
    ({ doc }): ActivityFields => ({
      actor: doc.author,
      verb: 'post.created',
      object: doc._id,
      society: doc.society,
      open: doc.open,
      at: doc.createdAt,
    }),
  ),
  ...comments.map(({ doc, post }): ActivityFields => {
    const params = { post: String(doc.post) };
    return {
      actor: doc.author,
      verb: 'comment.created',
      object: doc._id,
      society: post.doc.society,
      open: post.doc.open,
      at: doc.createdAt,
      params,
    };
  }),
];

const shownVerbs: readonly Verb[] = ['post.created', 'comment.created', 'society.created'];
const cardSize = 20;

/** 'Recent Activity' cards of the platform and of each society; workers only add to them. */
export function activityCardsOf({ clock }: Context, activities: readonly ActivityDoc[]): CardDoc[] {
  const cards = new Map<string, CardItem[]>();
  for (const activity of [...activities].reverse().filter(({ verb }) => shownVerbs.includes(verb))) {
    for (const card of activityCards(activity)) {
      const items = cards.get(card) ?? [];
      cards.set(card, items);
      if (items.length < cardSize) items.push({ id: activity._id, kind: 'activity', score: 0, at: activity.at });
    }
  }
  return [...cards].map(([_id, items]) => ({ _id, items, computedAt: clock.now }));
}
