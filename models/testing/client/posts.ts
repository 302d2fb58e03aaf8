import { type Comment, commentCreated, commentRemoved, getComments, type SharedComment } from '#models/contract/comments';
import type { DataOf, PayloadOf } from '#models/contract/define';
import { membershipChanged } from '#models/contract/members';
import { postPoll, type votePoll } from '#models/contract/polls';
import {
  getAllPosts,
  getPost,
  getPostsBySociety,
  type Post,
  postCreated,
  postLikes,
  postRemoved,
  postUpdated,
  type SharedPost,
} from '#models/contract/posts';
import type { SocietyRole } from '#models/contract/societies';
import { ownChanged } from '#models/contract/users';
import { ClientEntities } from './entities.js';
import { type ClientContext, type ClientQuery, type Fetcher, handlers, type LeftRooms, on, type Part, sorted } from './part.js';

type Counts = Pick<Post, 'Likes' | 'CommentsCount' | 'rev'>;
interface Received {
  id: string;
  at: number;
}
/** A list of ids as last fetched, with what came live since. */
interface List {
  ids: readonly string[];
  received: readonly Received[];
}
const emptyList: List = { ids: [], received: [] };
const authorKey = (society: string, user: string): string => `${society}/${user}`;

/** The role of a person in a society by the last message, and when it came. */
interface AuthorRole {
  role: SocietyRole | null;
  rev: number;
  at: number;
}

/** Posts and comments, as `web/src/features/posts/posts.store.ts` and `comments.store.ts`. */
export class PostsPart implements Part {
  readonly #context: ClientContext;
  /** Own role in a society, by the data loaded here. */
  readonly #roleIn: (society: string) => SocietyRole | null;
  readonly #posts: ClientEntities<Post>;
  readonly #comments: ClientEntities<Comment>;
  readonly #lists = new Map<string, List>();
  readonly #commentLists = new Map<string, List>();
  readonly #authorRoles = new Map<string, AuthorRole>();
  /** Stream id up to which each post is current. */
  readonly #currentUpTo = new Map<string, string | null>();

  readonly handlers = handlers(
    on(postCreated, (post) => this.addPost(post)),
    on(postUpdated, (post) => this.#posts.patch(post.ID, post)),
    on(postRemoved, ({ post_id }) => this.removePost(post_id)),
    on(postLikes, ({ post_id, ...counts }) => this.#count(post_id, counts)),
    on(postPoll, ({ post_id, rev: _rev, ...counts }) => this.#posts.patch(post_id, counts)),
    on(commentCreated, ({ post_id, comment, ...counts }) => this.addComment(post_id, comment, counts)),
    on(commentRemoved, ({ post_id, comment_id, ...counts }) => this.removeComment(post_id, comment_id, counts)),
    on(membershipChanged, (change) => this.#onMembershipChanged(change)),
    on(ownChanged, ({ kind, id, on, version }) => kind === 'like' && this.applyLike(id, on, version)),
  );

  constructor(context: ClientContext, roleIn: (society: string) => SocietyRole | null) {
    this.#context = context;
    this.#roleIn = roleIn;
    this.#posts = new ClientEntities(context.tick, {
      rev: ['Likes', 'Comments', 'CommentsCount'],
      Like_Version: ['Is_Liked'],
      Poll_Rev: ['Poll_Votes', 'Poll_Voters'],
      Vote_Version: ['My_Vote'],
    });
    this.#comments = new ClientEntities(context.tick);
  }

  onRoomsLeft({ rooms, code }: LeftRooms): void {
    const hasPosts = rooms.some(({ kind, id }) => kind === 'post' && !this.#posts.isRemoved(id));
    if (hasPosts && code !== 'unauthorized') this.#context.invalidate('posts');
  }

  #onMembershipChanged({ society_id, user_id, Role, rev }: PayloadOf<typeof membershipChanged>): void {
    const key = authorKey(society_id, user_id);
    if (rev < (this.#authorRoles.get(key)?.rev ?? 0)) return;
    this.#authorRoles.set(key, { role: Role, rev, at: this.#context.tick() });
    const theirs = this.#posts.all().filter(({ Society_ID, User }) => authorKey(Society_ID, User) === key);
    for (const post of theirs) this.#posts.replace(post.ID, { ...post, User_Role: Role });
  }

  #mayModerate(society: string): boolean {
    return this.#context.isPlatformAdmin || ['admin', 'moderator'].includes(this.#roleIn(society) ?? '');
  }

  /** Adds a post from a message or an own answer to its lists. */
  addPost(post: SharedPost): void {
    const { ID, User, Society_ID } = post;
    if (this.#posts.isRemoved(ID)) return;
    const own = User === this.#context.me;
    const loaded = this.#posts.get(ID);
    if (!loaded) this.#currentUpTo.set(ID, this.#context.streamId);
    const Can = { edit: own, delete: own || this.#mayModerate(Society_ID), report: !own };
    const noVote = post.Poll && { My_Vote: [], Vote_Version: 0 };
    this.#posts.merge(ID, { Is_Liked: false, Like_Version: 0, ...noVote, Can, ...loaded, ...post });
    for (const source of ['feed', Society_ID]) addTo(this.#lists, source, { id: ID, at: this.#context.tick() });
  }

  /** Applies the answer to an own vote. */
  applyVote(id: string, vote: DataOf<typeof votePoll>): void {
    this.#posts.patch(id, vote);
  }

  /** Applies the answer to an own edit. */
  updatePost(post: Post): void {
    this.#posts.patch(post.ID, post);
  }

  /** Removes a post for good. */
  removePost(id: string): void {
    this.#posts.remove(id);
  }

  #count(post: string, { Likes, CommentsCount, rev }: Counts): void {
    this.#posts.patch(post, { Likes, CommentsCount, Comments: CommentsCount, rev });
  }

  /** Counters of a post as shown; undefined for a post that is not shown. */
  countsOf(post: string): Counts | undefined {
    return this.#posts.get(post);
  }

  /** Applies an own like, with the counters if the answer has them. */
  applyLike(post: string, Is_Liked: boolean, Like_Version: number, counts?: Counts): void {
    if (counts) this.#count(post, counts);
    this.#posts.patchOwn(post, { Is_Liked, Like_Version });
  }

  /** Adds a comment from a message or an own answer. */
  addComment(post: string, comment: SharedComment, counts: Counts): void {
    this.#count(post, counts);
    if (this.#comments.isRemoved(comment.ID)) return;
    const own = comment.User === this.#context.me;
    const mayDelete = own || this.#mayModerate(this.#posts.get(post)?.Society_ID ?? '');
    const Can = { delete: mayDelete, report: !own };
    this.#comments.merge(comment.ID, { Can, ...this.#comments.get(comment.ID), ...comment });
    addTo(this.#commentLists, post, { id: comment.ID, at: this.#context.tick() });
  }

  removeComment(post: string, comment: string, counts: Counts): void {
    this.#count(post, counts);
    this.#comments.remove(comment);
  }

  #mergeFetched(fetched: readonly Post[], since: number, streamId: string | null): void {
    for (const post of fetched) {
      const author = this.#authorRoles.get(authorKey(post.Society_ID, post.User));
      this.#posts.merge(post.ID, author && author.at > since ? { ...post, User_Role: author.role } : post, since);
      this.#currentUpTo.set(post.ID, streamId);
    }
  }

  /** Query of a list: the feed, or the posts of a society. */
  list(source: string): ClientQuery {
    const load = async (fetch: Fetcher) => {
      request(this.#lists, source);
      const [since, streamId] = [this.#context.now(), this.#context.streamId];
      const found = source === 'feed' ? await fetch.list(getAllPosts, {}) : await fetch.list(getPostsBySociety, { society_id: source });
      return () => {
        if (!found) return;
        this.#mergeFetched(found.items, since, streamId);
        refill(this.#lists, source, found.items, since);
      };
    };
    if (source === 'feed') return { key: 'posts/feed', access: true, load };
    return { key: `posts/society/${source}`, access: (changed) => changed === source, load };
  }

  #mayBeOf(post: string, society: string): boolean {
    const of = this.#posts.get(post)?.Society_ID;
    return of === undefined || of === society;
  }

  /** Query of one post after its room missed too much to be replayed. */
  one(id: string): ClientQuery {
    const load = async (fetch: Fetcher) => {
      const [since, streamId] = [this.#context.now(), this.#context.streamId];
      const answer = await fetch.one(getPost, { post_id: id });
      return () => (answer ? this.#mergeFetched([answer.data], since, streamId) : this.#posts.drop(id));
    };
    return { key: `posts/one/${id}`, access: (changed) => this.#mayBeOf(id, changed), load };
  }

  /** Query of the comments of a post. */
  comments(post: string): ClientQuery {
    const load = async (fetch: Fetcher) => {
      request(this.#commentLists, post);
      const since = this.#context.now();
      const found = await fetch.list(getComments, { post_id: post });
      return () => {
        if (!found) return;
        for (const comment of found.items) this.#comments.merge(comment.ID, comment, since);
        refill(this.#commentLists, post, found.items, since);
      };
    };
    return { key: `comments/${post}`, access: (changed) => this.#mayBeOf(post, changed), load };
  }

  /** Those of these posts that a list shows. */
  shownAmong(source: string, ids: readonly string[]): string[] {
    const shown = new Set(this.#idsOf(source));
    return ids.filter((id) => shown.has(id));
  }

  /** Stream id from which the room of a post is joined. */
  currentUpTo(post: string): string | null {
    return this.#currentUpTo.get(post) ?? null;
  }

  /** Notes up to which stream id a card that goes out of view is current. */
  setCurrentUpTo(post: string, streamId: string | null): void {
    this.#currentUpTo.set(post, streamId);
  }

  #idsOf(source: string): string[] {
    return (this.#lists.get(source)?.ids ?? []).filter((id) => this.#posts.get(id));
  }

  /** Posts of a list; counts only of the cards in view, which alone are live. The badge of the author's role is live for members. */
  shown(source: string, inView: readonly string[]): [string, object][] {
    const cards = this.#idsOf(source).map((id): [string, object] => {
      const { Content, Is_Liked, My_Vote, Pinned_Until, Can, User_Role, Society_ID, ...post } = this.#posts.get(id) as Post;
      const { Likes, CommentsCount, Poll_Votes, Poll_Voters } = post;
      const counts = inView.includes(id) ? { Likes, CommentsCount, Poll_Votes, Poll_Voters } : {};
      return [id, { Content, Is_Liked, My_Vote, Pinned_Until, Can, ...counts, ...(this.#roleIn(Society_ID) ? { User_Role } : {}) }];
    });
    return sorted(cards);
  }

  /** Comments of these posts. */
  shownComments(posts: readonly string[]): [string, object][] {
    const contents = (post: string) =>
      (this.#commentLists.get(post)?.ids ?? []).flatMap((id): [string, object][] => {
        const comment = this.#comments.get(id);
        return comment ? [[id, { Content: comment.Content, Can: comment.Can }]] : [];
      });
    return sorted(posts.map((post): [string, object] => [post, sorted(contents(post))]));
  }
}

const request = (lists: Map<string, List>, name: string): void => void lists.set(name, lists.get(name) ?? emptyList);

/** Adds to a list that was requested before. */
function addTo(lists: Map<string, List>, name: string, added: Received): void {
  const list = lists.get(name);
  if (!list) return;
  const { ids, received } = list;
  lists.set(name, { ids: ids.includes(added.id) ? ids : [...ids, added.id], received: [...received, added] });
}

/** Replaces a list by an answer; what came after the request stays. */
function refill(lists: Map<string, List>, name: string, items: readonly { ID: string }[], since: number): void {
  const later = (lists.get(name) ?? emptyList).received.filter(({ at }) => at > since);
  lists.set(name, { ids: [...new Set([...items.map(({ ID }) => ID), ...later.map(({ id }) => id)])], received: later });
}
