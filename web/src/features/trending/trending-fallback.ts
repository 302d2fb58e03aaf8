import type { DataOf } from '#models/contract/define';
import { getAllPosts, type Post } from '#models/contract/posts';
import type { getTrendingPosts } from '#models/contract/trending';
import { api } from '@/lib/api';

/** Posts fetched to choose from. */
const fetchLimit = 100;
const titleLength = 50;
const titleOf = (content: string): string => (content.length > titleLength ? `${content.slice(0, titleLength)}...` : content);
const reactions = ({ Likes, CommentsCount }: Post): number => Likes + CommentsCount;

/** The newest posts with the most likes and comments (specification, section 7). */
export async function mostReacted(limit: number, signal: AbortSignal): Promise<DataOf<typeof getTrendingPosts>> {
  const { data } = await api(getAllPosts, { limit: fetchLimit }, { signal });
  return data
    .toSorted((a, b) => reactions(b) - reactions(a))
    .slice(0, limit)
    .map((post) => ({ ...post, title: titleOf(post.Content), score: reactions(post) }));
}
