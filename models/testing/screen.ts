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

/** What one looks at: cards in view have true counts, and the comments of those that are opened are there. */
export interface View {
  posts: readonly string[];
  opened: readonly string[];
  events: readonly string[];
}

/** The answers to a refetch of the whole screen. A post or an event that may not be seen is not in its map. */
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
 * What one person's screen shows, kept by the rules of docs/live.md and nothing else: `rev` decides about counters, `version`
 * about the rest, what is removed stays removed, and an answer never undoes what was heard after it was asked for.
 */
export class Screen {
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
  #heard = 0;
  readonly #touched = new Map<string, number>();
  readonly #handlers = new Map<string, (payload: never) => void>();

  constructor(me: string, view: View) {
    this.me = me;
    this.view = view;
    this.#on(postCreated, (post) => this.takePost({ ...post, Is_Liked: false }));
    this.#on(postUpdated, (post) => this.#posts.has(post.ID) && this.takePost(post));
    this.#on(postRemoved, ({ post_id }) => this.#remove(this.#posts, post_id));
    this.#on(postLikes, ({ post_id, ...counts }) => this.#count(post_id, counts));
    this.#on(commentCreated, ({ post_id, comment, ...counts }) => this.takeComment(post_id, comment, counts));
    this.#on(commentRemoved, ({ post_id, comment_id, ...counts }) => this.dropComment(post_id, comment_id, counts));
    this.#on(membershipChanged, ({ society_id, user_id, Role, ...counts }) => {
      if (user_id === this.me) this.#takeRole(society_id, Role, counts.rev);
      this.#countSociety(society_id, counts);
    });
    this.#on(societyCreated, ({ ID, Member_Count, Event_Count, Post_Count, rev }) => {
      if (!this.#societies.has(ID)) this.#societies.set(ID, { Member_Count, Event_Count, Post_Count, rev });
    });
    this.#on(societyCounts, ({ society_id, ...counts }) => this.#countSociety(society_id, counts));
    this.#on(eventStats, ({ event_id, society_id: _society, ...counts }) => this.takeEvent(event_id, counts));
    this.#on(attendanceChanged, ({ event_id, ...status }) => this.takeStatus(event_id, status));
    this.#on(ownChanged, ({ kind, id, on, version }) => kind === 'like' && this.takeLike(id, on, version));
    this.#on(notificationNew, ({ notification, unread }) => {
      this.#takeNotification(notification);
      this.#takeUnread(unread);
    });
    this.#on(notificationRead, ({ notification_ids, unread }) => this.#hearRead(notification_ids, unread));
  }

  #on<M extends Message>(message: M, handler: (payload: PayloadOf<M>) => unknown): void {
    this.#handlers.set(message.name, handler as never);
  }

  /** Takes a live message; what the screen does not show is passed over. */
  hear(message: string, payload: unknown): void {
    this.#handlers.get(message)?.(payload as never);
  }

  /** How much has been heard: keep it beside what is asked for. */
  now(): number {
    return this.#heard;
  }

  #touch(key: string): void {
    this.#heard += 1;
    this.#touched.set(key, this.#heard);
  }

  #isUntouched(key: string, since: number): boolean {
    return (this.#touched.get(key) ?? 0) <= since;
  }

  /** A post that was announced, made, or fetched. */
  takePost(post: Omit<SharedPost, 'User_Role'> & { Is_Liked?: boolean }): void {
    const { ID, Content, version, Likes, CommentsCount, rev } = post;
    if (this.#removed.has(ID)) return;
    this.#touch(ID);
    const known = this.#posts.get(ID) ?? { Content, version, Likes, CommentsCount, rev, Is_Liked: post.Is_Liked ?? false };
    const rest = version >= known.version ? { Content, version } : {};
    this.#posts.set(ID, { ...known, ...rest });
    this.#count(ID, { Likes, CommentsCount, rev });
  }

  #count(post: string, { Likes, CommentsCount, rev }: Counts): void {
    const known = this.#posts.get(post);
    if (known && rev >= known.rev) this.#posts.set(post, { ...known, Likes, CommentsCount, rev });
  }

  /** The counters of a post as they are shown; undefined for one that is not. */
  countsOf(post: string): Counts | undefined {
    return this.#posts.get(post);
  }

  /** One's own like, with the counts where these were answered too. */
  takeLike(post: string, on: boolean, version: number, counts?: Counts): void {
    if (counts) this.#count(post, counts);
    if (version < (this.#likes.get(post) ?? 0)) return;
    this.#likes.set(post, version);
    this.#touch(`like ${post}`);
    const known = this.#posts.get(post);
    if (known) this.#posts.set(post, { ...known, Is_Liked: on });
  }

  takeComment(post: string, { ID, Content }: Pick<Comment, 'ID' | 'Content'>, counts: Counts): void {
    this.#count(post, counts);
    if (this.#removed.has(ID)) return;
    this.#touch(ID);
    this.#comments.get(post)?.set(ID, Content);
  }

  dropComment(post: string, comment: string, counts: Counts): void {
    this.#count(post, counts);
    this.#remove(this.#comments.get(post), comment);
  }

  #remove(from: Map<string, unknown> | undefined, id: string): void {
    this.#removed.add(id);
    from?.delete(id);
  }

  #takeRole(society: string, role: SocietyRole | null, rev: number): void {
    if (rev < (this.#roles.get(society)?.rev ?? 0)) return;
    this.#touch(`role ${society}`);
    this.#roles.set(society, { role, rev });
  }

  /** What one is in a society. */
  roleIn(society: string): SocietyRole | null {
    return this.#roles.get(society)?.role ?? null;
  }

  #countSociety(society: string, { Member_Count, Event_Count, Post_Count, rev }: SocietyCounts): void {
    const known = this.#societies.get(society);
    if (known && rev >= known.rev) this.#societies.set(society, { Member_Count, Event_Count, Post_Count, rev });
  }

  takeEvent(event: string, { attendees, interested, shares, seats_left, rev }: EventCounts): void {
    const known = this.#events.get(event);
    if (known && rev >= known.rev) this.#events.set(event, { attendees, interested, shares, seats_left, rev });
  }

  takeStatus(event: string, { attendance, version }: Status): void {
    const known = this.#statuses.get(event);
    if (known && version >= known.version) this.#statuses.set(event, { attendance, version });
  }

  /** What was read, or taken back, stays so: also where that is heard before it comes by an answer that was asked for earlier. */
  #takeNotification(item: Notification): void {
    const known = this.#notifications.get(item.ID);
    this.#touch(`notification ${item.ID}`);
    if (item.read) this.#read.add(item.ID);
    if (!known || item.version >= known.version) this.#notifications.set(item.ID, { ...item, read: this.#read.has(item.ID) });
  }

  /** What the bell counts, as it was said last. */
  #takeUnread(unread: number): void {
    this.#touch('unread');
    this.#unread = unread;
  }

  /** These were read; the answer does not undo what was said of the bell after it was asked for. */
  answerRead(ids: readonly string[], unread: number, since: number): void {
    this.#takeRead(ids);
    if (this.#isUntouched('unread', since)) this.#takeUnread(unread);
  }

  /** Where some are unread after all were read, they came since: which ones, only a refetch says. */
  #hearRead(ids: readonly string[] | 'all', unread: number): void {
    if (ids !== 'all') this.#takeRead(ids);
    else if (unread === 0) this.#takeRead(this.notified());
    this.#takeUnread(unread);
  }

  #takeRead(ids: readonly string[]): void {
    for (const id of ids) {
      this.#read.add(id);
      const known = this.#notifications.get(id);
      if (known) this.#notifications.set(id, { ...known, read: true });
    }
  }

  /** The notifications that are there. */
  notified(): string[] {
    return [...this.#notifications.keys()];
  }

  /** Takes a refetch that was asked for when `now()` was `since`. */
  takeAll(fetched: Fetched, since: number): void {
    const forget = (map: Map<string, unknown>, kept: ReadonlySet<string>, keyOf = (id: string) => id) => {
      for (const id of [...map.keys()]) if (!kept.has(id) && this.#isUntouched(keyOf(id), since)) map.delete(id);
    };
    forget(this.#posts, new Set(fetched.posts.map(({ ID }) => ID)));
    for (const post of fetched.posts) {
      this.takePost(post);
      const known = this.#posts.get(post.ID);
      if (known && this.#isUntouched(`like ${post.ID}`, since)) this.#posts.set(post.ID, { ...known, Is_Liked: post.Is_Liked });
    }
    for (const post of this.view.opened) {
      const comments = this.#comments.get(post) ?? new Map<string, string>();
      const found = fetched.comments.get(post) ?? [];
      forget(comments, new Set(found.map(({ ID }) => ID)));
      for (const { ID, Content } of found) if (!this.#removed.has(ID)) comments.set(ID, Content);
      this.#comments.set(post, comments);
    }
    for (const { ID, ...counts } of fetched.societies) {
      if (!this.#societies.has(ID)) this.#societies.set(ID, counts);
      this.#countSociety(ID, counts);
    }
    forget(this.#roles, new Set(fetched.own.map(({ ID }) => ID)), (id) => `role ${id}`);
    for (const { ID, Role, rev } of fetched.own) this.#takeRole(ID, Role, rev);
    for (const [id, counts] of fetched.events) {
      if (!this.#events.has(id)) this.#events.set(id, counts);
      this.takeEvent(id, counts);
    }
    for (const [id, status] of fetched.statuses) {
      if (!this.#statuses.has(id)) this.#statuses.set(id, status);
      this.takeStatus(id, status);
    }
    forget(this.#notifications, new Set(fetched.notifications.map(({ ID }) => ID)), (id) => `notification ${id}`);
    for (const item of fetched.notifications) this.#takeNotification(item);
    if (this.#isUntouched('unread', since)) this.#unread = fetched.unread;
  }

  /** All of it as plain values, in order: two screens that show the same are deeply equal. */
  shown() {
    const inView = new Set(this.view.posts);
    const card = ({ version: _version, ...post }: SeenPost, id: string) =>
      inView.has(id) ? post : { Content: post.Content, Is_Liked: post.Is_Liked };
    const numbers = ({ Member_Count, Event_Count, Post_Count }: SocietyCounts) => ({ Member_Count, Event_Count, Post_Count });
    const unread = [...this.#notifications.values()].filter(({ read }) => !read);
    return {
      posts: sorted([...this.#posts].map(([id, post]): [string, object] => [id, card(post, id)])),
      comments: sorted([...this.#comments].filter(([id]) => this.#posts.has(id)).map(([id, of]): [string, object] => [id, sorted(of)])),
      societies: sorted([...this.#societies].map(([id, counts]): [string, object] => [id, numbers(counts)])),
      roles: sorted([...this.#roles].flatMap(([id, { role }]): [string, string][] => (role ? [[id, role]] : []))),
      events: sorted(this.#events),
      statuses: sorted([...this.#statuses].map(([id, { attendance }]): [string, string] => [id, attendance])),
      bell: this.#unread,
      notifications: sorted(unread.map(({ ID, count, message, link }): [string, object] => [ID, { count, message, link }])),
    };
  }
}
