import { createHash, randomBytes } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { Model, Types } from 'mongoose';
import { type CommentDoc, Comments } from '#models/db/comments';
import { type EventFeedbackDoc, EventFeedbacks } from '#models/db/event-feedback';
import { type EventQuestionDoc, EventQuestions } from '#models/db/event-questions';
import { EventSeries, type EventSeriesDoc } from '#models/db/event-series';
import { type EventDoc, Events } from '#models/db/events';
import { clearReadCache } from '#models/db/loader';
import { type MembershipDoc, Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import { type PlannedPostDoc, PlannedPosts } from '#models/db/planned-posts';
import type { PollDoc } from '#models/db/polls';
import { type PostDoc, Posts } from '#models/db/posts';
import { RolePeriods } from '#models/db/role-periods';
import { Sessions } from '#models/db/sessions';
import { Societies, type SocietyDoc } from '#models/db/societies';
import { type UserDoc, Users } from '#models/db/users';
import { eventFields, membershipFields, postFields, type SocietyOver, societyFields, userFields } from './fields.js';

/** A document that a builder made, or its id. */
export type Ref = Types.ObjectId | { _id: Id };
export const idOf = (ref: Ref): Id => ('_id' in ref ? (ref._id as Id) : ref);

/**
 * Stores fields through the model and returns the whole document. Clears the read cache of a gateway in this process, since no
 * message invalidates it.
 */
export async function store<T>(model: Model<T>, fields: Partial<T>): Promise<T> {
  const doc = new model(fields);
  await doc.save();
  clearReadCache();
  return doc.toObject() as T;
}

const counted = <T>(model: Model<T>, id: Id, inc: Record<string, number>): Promise<unknown> =>
  model.updateOne({ _id: id } as never, { $inc: { ...inc, rev: 1 } } as never).exec();

/** Stores a user; with `password` one that can sign in with it. */
export async function buildUser({ password, ...over }: Partial<UserDoc> & { password?: string } = {}): Promise<UserDoc> {
  const passwordHash = password === undefined ? undefined : await hash(password, { memoryCost: 1024, timeCost: 1 });
  return store(Users, userFields({ ...over, ...(passwordHash ? { passwordHash } : {}) }));
}

/** Creates a session and returns its token. */
export async function buildSession(user: Ref): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = new Date();
  const _id = createHash('sha256').update(token).digest('hex');
  await store(Sessions, { _id, user: idOf(user), device: 'test', createdAt: now, lastSeenAt: now });
  return token;
}

/** Stores a society with an admin, who is its creator; creates the admin if none is given. */
export async function buildSociety({ admin, ...over }: SocietyOver & { admin?: Ref } = {}): Promise<SocietyDoc> {
  const creator = admin ? idOf(admin) : (over.creator ?? (await buildUser())._id);
  const society = await store(Societies, societyFields({ ...over, creator }));
  await buildMembership({ society, user: creator, role: 'admin', joinedAt: society.createdAt });
  return { ...society, members: society.members + 1, rev: society.rev + 1 };
}

type Linked<T, Links extends keyof T> = Partial<Omit<T, Links>> & { [Key in Links]?: Ref };

/** Stores a membership and increments the society's counter. */
export async function buildMembership({ society, user, ...over }: Linked<MembershipDoc, 'society' | 'user'> = {}): Promise<MembershipDoc> {
  const member = idOf(user ?? (await buildUser()));
  const place = idOf(society ?? (await buildSociety()));
  const person = await Users.findById(member, { name: 1 }).lean();
  const made = await store(Memberships, membershipFields(person?.name ?? '', { ...over, society: place, user: member }));
  await counted(Societies, place, { members: 1 });
  const { role, joinedAt: from } = made;
  if (role !== 'member') await store(RolePeriods, { society: place, user: member, role, by: null, from, open: true });
  return made;
}

/** Stores a user who is a member of the society in this role. */
export async function buildMember(society: Ref, role: MembershipDoc['role'] = 'member', over: Partial<UserDoc> = {}): Promise<UserDoc> {
  const user = await buildUser(over);
  await buildMembership({ society, user, role });
  return user;
}

async function societyOf(society: Ref | undefined): Promise<SocietyDoc> {
  const found = society ? await Societies.findById(idOf(society)).lean() : await buildSociety();
  if (!found) throw new Error('There is no such society.');
  return found;
}

/** Stores a post, by a new member by default, and increments the society's counter. */
export async function buildPost({ society, author, ...over }: Linked<PostDoc, 'society' | 'author'> = {}): Promise<PostDoc> {
  const place = await societyOf(society);
  const writer = idOf(author ?? (await buildMember(place)));
  const open = place.privacy.visibility === 'public';
  const made = await store(Posts, postFields({ open, ...over, society: place._id, author: writer }));
  if (!made.removedAt) await counted(Societies, place._id, { posts: 1 });
  return made;
}

/** A poll of two options without votes, open for a day and not secret. */
export const somePoll = (over: Partial<PollDoc> = {}): PollDoc => ({
  options: ['Monday', 'Tuesday'],
  multiple: false,
  secret: false,
  changeable: true,
  endsAt: new Date(Date.now() + 86_400_000),
  votes: [0, 0],
  voters: 0,
  rev: 0,
  ...over,
});

/** Stores a draft, or with `publishAt` a scheduled post, by a new member by default. */
export async function buildPlannedPost({ society, author, ...over }: Linked<PlannedPostDoc, 'society' | 'author'> = {}) {
  const place = await societyOf(society);
  const writer = idOf(author ?? (await buildMember(place)));
  return store(PlannedPosts, { content: 'A planned post', createdAt: new Date(), ...over, society: place._id, author: writer });
}

/** Stores a comment, by a new member of the society by default, and increments the post's counter. */
export async function buildComment({ post, author, ...over }: Linked<CommentDoc, 'post' | 'author'> = {}): Promise<CommentDoc> {
  const target = post ? await Posts.findById(idOf(post)).lean() : await buildPost();
  if (!target) throw new Error('There is no such post.');
  const writer = idOf(author ?? (await buildMember(target.society)));
  const fields = { content: 'A comment', createdAt: new Date(), ...over, post: target._id, author: writer };
  const made = await store(Comments, fields);
  if (!made.removedAt) await counted(Posts, target._id, { comments: 1 });
  return made;
}

/** Stores an event, by the society's creator and in a week by default. */
export async function buildEvent({ society, creator, ...over }: Linked<EventDoc, 'society' | 'creator'> = {}): Promise<EventDoc> {
  const place = await societyOf(society);
  const open = place.privacy.visibility === 'public' && place.privacy.eventsVisible;
  const made = await store(Events, eventFields({ open, ...over, society: place._id, creator: idOf(creator ?? place.creator) }));
  if (!made.removedAt) await counted(Societies, place._id, { events: 1 });
  return made;
}

/** Stores a question about an event, by a new person if none is given; creates the event if none is given. */
export async function buildEventQuestion({ event, asker, ...over }: Linked<EventQuestionDoc, 'event' | 'asker'> = {}) {
  const { _id, society } = (event && (await Events.findById(idOf(event)).lean())) ?? (await buildEvent());
  return store(EventQuestions, {
    event: _id,
    society,
    asker: asker ? idOf(asker) : (await buildUser())._id,
    text: 'Is there parking?',
    at: new Date(),
    ...over,
  });
}

/** Stores an answer to the questions after an event, by a new person if none is given. */
export async function buildFeedback({ event, user, ...over }: Linked<EventFeedbackDoc, 'event' | 'user'> = {}) {
  const { _id, society } = (event && (await Events.findById(idOf(event)).lean())) ?? (await buildEvent());
  const by = user ? idOf(user) : (await buildUser())._id;
  return store(EventFeedbacks, { event: _id, society, user: by, rating: 4, text: '', at: new Date(), ...over });
}

/** Stores a weekly series, by the society's creator by default. Its meetings are built by `buildMeeting`. */
export async function buildEventSeries({ society, creator, ...over }: Linked<EventSeriesDoc, 'society' | 'creator'> = {}) {
  const place = await societyOf(society);
  const fields = { every: 'week', createdAt: new Date(), ...over, society: place._id, creator: idOf(creator ?? place.creator) } as const;
  return store(EventSeries, fields);
}

/** Stores a meeting of a series, by default the first; each is a week after the one before, beginning in a week. */
export const buildMeeting = ({ _id, society, creator }: EventSeriesDoc, over: Partial<EventDoc> = {}): Promise<EventDoc> =>
  buildEvent({
    startsAt: new Date(Date.now() + ((over.seriesIndex ?? 0) + 1) * 7 * 86_400_000),
    seriesIndex: 0,
    ...over,
    society,
    creator,
    series: _id,
  });
