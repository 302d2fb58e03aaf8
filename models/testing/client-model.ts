import { attendanceChanged, eventStats } from '#models/contract/attendance';
import { type Comment, commentCreated, commentRemoved } from '#models/contract/comments';
import type { Message, PayloadOf } from '#models/contract/define';
import { membershipChanged } from '#models/contract/members';
import { type Notification, notificationNew, notificationRead } from '#models/contract/notifications';
import { type Post, postCreated, postLikes, postRemoved, postUpdated, type SharedPost } from '#models/contract/posts';
import { type Society, type SocietyRole, societyCounts, societyCreated } from '#models/contract/societies';
import { ownChanged } from '#models/contract/users';

type Counts = Pick<Post, 'Likes' | 'CommentsCount' | 'rev'>;
type SocietyCounts = Pick<Society, 'Member_Count' | 'Event_Count' | 'Post_Count' | 'rev'>;
type EventCounts = Omit<PayloadOf<typeof eventStats>, 'event_id' | 'society_id'>;
type Status = Pick<PayloadOf<typeof attendanceChanged>, 'attendance' | 'version'>;
type SeenPost = Pick<Post, 'Content' | 'version' | 'Is_Liked'> & Counts;

/** Objects on the screen: counts of `posts` are current, and the comments of `opened` posts are loaded. */
export interface View {
  posts: readonly string[];
  opened: readonly string[];
  events: readonly string[];
}

/** Answers to a refetch of the whole screen. Posts and events that may not be seen are absent from the maps. */
export interface Fetched {
  posts: readonly Post[];
  comments: ReadonlyMap<string, readonly Comment[]>;
  societies: readonly Society[];
  own: readonly Society[];
  events: ReadonlyMap<string, EventCounts>;
  statuses: ReadonlyMap<string, Status>;
  notifications: readonly Notification[];
  unread: number;
}

const sorted = <T>(entries: Iterable<[string, T]>): [string, T][] => [...entries].sort(([a], [b]) => (a < b ? -1 : 1));

/**
 * State of one person's screen by the rules of docs/live.md and nothing else: `rev` orders counters, `version` orders the rest, a
 * removed object stays removed, and an answer never undoes a message received after its request.
 */
export class ClientModel {
  readonly me: string;
  readonly view: View;
  readonly #posts = new Map<string, SeenPost>();
  readonly #comments = new Map<string, Map<string, string>>();
  readonly #removed = new Set<string>();
  readonly #likes = new Map<string, number>();
  readonly #societies = new Map<string, SocietyCounts>();
  readonly #roles = new Map<string, { role: SocietyRole | null; rev: number }>();
  readonly #events = new Map<string, EventCounts>();
  readonly #statuses = new Map<string, Status>();
  readonly #notifications = new Map<string, Notification>();
  readonly #read = new Set<string>();
  #unread = 0;
  #clock = 0;
  readonly #touched = new Map<string, number>();
  readonly #handlers = new Map<string, (payload: never) => void>();

  constructor(me: string, view: View) {
    this.me = me;
    this.view = view;
    this.#on(postCreated, (post) => this.upsertPost({ ...post, Is_Liked: false }));
    this.#on(postUpdated, (post) => this.#posts.has(post.ID) && this.upsertPost(post));
    this.#on(postRemoved, ({ post_id }) => this.#remove(this.#posts, post_id));
    this.#on(postLikes, ({ post_id, ...counts }) => this.#count(post_id, counts));
    this.#on(commentCreated, ({ post_id, comment, ...counts }) => this.upsertComment(post_id, comment, counts));
    this.#on(commentRemoved, ({ post_id, comment_id, ...counts }) => this.removeComment(post_id, comment_id, counts));
    this.#on(membershipChanged, ({ society_id, user_id, Role, ...counts }) => {
      if (user_id === this.me) this.#applyRole(society_id, Role, counts.rev);
      this.#countSociety(society_id, counts);
    });
    this.#on(societyCreated, ({ ID, Member_Count, Event_Count, Post_Count, rev }) => {
      if (!this.#societies.has(ID)) this.#societies.set(ID, { Member_Count, Event_Count, Post_Count, rev });
    });
    this.#on(societyCounts, ({ society_id, ...counts }) => this.#countSociety(society_id, counts));
    this.#on(eventStats, ({ event_id, society_id: _society, ...counts }) => this.applyEvent(event_id, counts));
    this.#on(attendanceChanged, ({ event_id, ...status }) => this.applyStatus(event_id, status));
    this.#on(ownChanged, ({ kind, id, on, version }) => kind === 'like' && this.applyLike(id, on, version));
    this.#on(notificationNew, ({ notification, unread }) => {
      this.#upsertNotification(notification);
      this.#setUnread(unread);
    });
    this.#on(notificationRead, ({ notification_ids, unread }) => this.#applyRead(notification_ids, unread));
  }

  #on<M extends Message>(message: M, handler: (payload: PayloadOf<M>) => unknown): void {
    this.#handlers.set(message.name, handler as never);
  }

  /** Applies a live message; ignores those that the screen does not show. */
  applyMessage(message: string, payload: unknown): void {
    this.#handlers.get(message)?.(payload as never);
  }

  /** Logical clock: remember it with a request and pass it to the answer. */
  now(): number {
    return this.#clock;
  }

  #touch(key: string): void {
    this.#clock += 1;
    this.#touched.set(key, this.#clock);
  }

  #isUntouched(key: string, since: number): boolean {
    return (this.#touched.get(key) ?? 0) <= since;
  }

  /** Inserts or updates a post from a message, an own creation or a fetch. */
  upsertPost(post: Omit<SharedPost, 'User_Role'> & { Is_Liked?: boolean }): void {
    const { ID, Content, version, Likes, CommentsCount, rev } = post;
    if (this.#removed.has(ID)) return;
    this.#touch(ID);
    const current = this.#posts.get(ID) ?? { Content, version, Likes, CommentsCount, rev, Is_Liked: post.Is_Liked ?? false };
    const rest = version >= current.version ? { Content, version } : {};
    this.#posts.set(ID, { ...current, ...rest });
    this.#count(ID, { Likes, CommentsCount, rev });
  }

  #count(post: string, { Likes, CommentsCount, rev }: Counts): void {
    const current = this.#posts.get(post);
    if (current && rev >= current.rev) this.#posts.set(post, { ...current, Likes, CommentsCount, rev });
  }

  /** Counters of a post as shown; undefined for a post that is not shown. */
  countsOf(post: string): Counts | undefined {
    return this.#posts.get(post);
  }

  /** Applies one's own like, with the counters if the answer has them. */
  applyLike(post: string, on: boolean, version: number, counts?: Counts): void {
    if (counts) this.#count(post, counts);
    if (version < (this.#likes.get(post) ?? 0)) return;
    this.#likes.set(post, version);
    this.#touch(`like ${post}`);
    const current = this.#posts.get(post);
    if (current) this.#posts.set(post, { ...current, Is_Liked: on });
  }

  upsertComment(post: string, { ID, Content }: Pick<Comment, 'ID' | 'Content'>, counts: Counts): void {
    this.#count(post, counts);
    if (this.#removed.has(ID)) return;
    this.#touch(ID);
    this.#comments.get(post)?.set(ID, Content);
  }

  removeComment(post: string, comment: string, counts: Counts): void {
    this.#count(post, counts);
    this.#remove(this.#comments.get(post), comment);
  }

  #remove(from: Map<string, unknown> | undefined, id: string): void {
    this.#removed.add(id);
    from?.delete(id);
  }

  #applyRole(society: string, role: SocietyRole | null, rev: number): void {
    if (rev < (this.#roles.get(society)?.rev ?? 0)) return;
    this.#touch(`role ${society}`);
    this.#roles.set(society, { role, rev });
  }

  /** Own role in a society. */
  roleIn(society: string): SocietyRole | null {
    return this.#roles.get(society)?.role ?? null;
  }

  #countSociety(society: string, { Member_Count, Event_Count, Post_Count, rev }: SocietyCounts): void {
    const current = this.#societies.get(society);
    if (current && rev >= current.rev) this.#societies.set(society, { Member_Count, Event_Count, Post_Count, rev });
  }

  applyEvent(event: string, { attendees, interested, shares, seats_left, rev }: EventCounts): void {
    const current = this.#events.get(event);
    if (current && rev >= current.rev) this.#events.set(event, { attendees, interested, shares, seats_left, rev });
  }

  applyStatus(event: string, { attendance, version }: Status): void {
    const current = this.#statuses.get(event);
    if (current && version >= current.version) this.#statuses.set(event, { attendance, version });
  }

  /** A read or retracted notification stays so, also when the message arrives before the answer to an earlier request. */
  #upsertNotification(item: Notification): void {
    const current = this.#notifications.get(item.ID);
    this.#touch(`notification ${item.ID}`);
    if (item.read) this.#read.add(item.ID);
    if (!current || item.version >= current.version) this.#notifications.set(item.ID, { ...item, read: this.#read.has(item.ID) });
  }

  /** Sets the number on the bell. */
  #setUnread(unread: number): void {
    this.#touch('unread');
    this.#unread = unread;
  }

  /** Applies the answer to marking these as read; it does not undo a bell message received after the request. */
  applyReadAnswer(ids: readonly string[], unread: number, since: number): void {
    this.#markRead(ids);
    if (this.#isUntouched('unread', since)) this.#setUnread(unread);
  }

  /** Applies a read message. Notifications unread after 'all' are newer; only a refetch tells which. */
  #applyRead(ids: readonly string[] | 'all', unread: number): void {
    if (ids !== 'all') this.#markRead(ids);
    else if (unread === 0) this.#markRead(this.notified());
    this.#setUnread(unread);
  }

  #markRead(ids: readonly string[]): void {
    for (const id of ids) {
      this.#read.add(id);
      const current = this.#notifications.get(id);
      if (current) this.#notifications.set(id, { ...current, read: true });
    }
  }

  /** Ids of the shown notifications. */
  notified(): string[] {
    return [...this.#notifications.keys()];
  }

  /** Applies a refetch that was requested when `now()` was `since`. */
  applyRefetch(fetched: Fetched, since: number): void {
    const dropMissing = (map: Map<string, unknown>, present: ReadonlySet<string>, keyOf = (id: string) => id) => {
      for (const id of [...map.keys()]) if (!present.has(id) && this.#isUntouched(keyOf(id), since)) map.delete(id);
    };
    dropMissing(this.#posts, new Set(fetched.posts.map(({ ID }) => ID)));
    for (const post of fetched.posts) {
      this.upsertPost(post);
      const current = this.#posts.get(post.ID);
      if (current && this.#isUntouched(`like ${post.ID}`, since)) this.#posts.set(post.ID, { ...current, Is_Liked: post.Is_Liked });
    }
    for (const post of this.view.opened) {
      const comments = this.#comments.get(post) ?? new Map<string, string>();
      const found = fetched.comments.get(post) ?? [];
      dropMissing(comments, new Set(found.map(({ ID }) => ID)));
      for (const { ID, Content } of found) if (!this.#removed.has(ID)) comments.set(ID, Content);
      this.#comments.set(post, comments);
    }
    for (const { ID, ...counts } of fetched.societies) {
      if (!this.#societies.has(ID)) this.#societies.set(ID, counts);
      this.#countSociety(ID, counts);
    }
    dropMissing(this.#roles, new Set(fetched.own.map(({ ID }) => ID)), (id) => `role ${id}`);
    for (const { ID, Role, rev } of fetched.own) this.#applyRole(ID, Role, rev);
    for (const [id, counts] of fetched.events) {
      if (!this.#events.has(id)) this.#events.set(id, counts);
      this.applyEvent(id, counts);
    }
    for (const [id, status] of fetched.statuses) {
      if (!this.#statuses.has(id)) this.#statuses.set(id, status);
      this.applyStatus(id, status);
    }
    dropMissing(this.#notifications, new Set(fetched.notifications.map(({ ID }) => ID)), (id) => `notification ${id}`);
    for (const item of fetched.notifications) this.#upsertNotification(item);
    if (this.#isUntouched('unread', since)) this.#unread = fetched.unread;
  }

  /**
   * Plain values in a fixed order, so that equal screens are deeply equal. Without `rev`, which only orders counters: a report
   * changes it without a message.
   */
  shown() {
    const inView = new Set(this.view.posts);
    const card = ({ Content, Likes, CommentsCount, Is_Liked }: SeenPost, id: string) =>
      inView.has(id) ? { Content, Likes, CommentsCount, Is_Liked } : { Content, Is_Liked };
    const numbers = ({ Member_Count, Event_Count, Post_Count }: SocietyCounts) => ({ Member_Count, Event_Count, Post_Count });
    const unread = [...this.#notifications.values()].filter(({ read }) => !read);
    return {
      posts: sorted([...this.#posts].map(([id, post]): [string, object] => [id, card(post, id)])),
      comments: sorted([...this.#comments].filter(([id]) => this.#posts.has(id)).map(([id, of]): [string, object] => [id, sorted(of)])),
      societies: sorted([...this.#societies].map(([id, counts]): [string, object] => [id, numbers(counts)])),
      roles: sorted([...this.#roles].flatMap(([id, { role }]): [string, string][] => (role ? [[id, role]] : []))),
      events: sorted([...this.#events].map(([id, { rev: _rev, ...counts }]): [string, object] => [id, counts])),
      statuses: sorted([...this.#statuses].map(([id, { attendance }]): [string, string] => [id, attendance])),
      bell: this.#unread,
      notifications: sorted(unread.map(({ ID, count, message, link }): [string, object] => [ID, { count, message, link }])),
    };
  }
}
