import autocannon, { type Request } from 'autocannon';
import { answerAll } from './side-process.js';

export interface Load {
  url: string;
  connections: number;
  seconds: number;
  /** One a connection, in turn. */
  tokens?: string[];
  /** Likes, each by another person of another post: the body of the n-th, and whose token goes with it. */
  likes?: { posts: string[]; people: { id: string; token: string }[]; from: number; withUser: boolean };
}

export interface Loaded {
  perSecond: number;
  total: number;
  wrong: number;
  p50: number;
  p99: number;
}

const json = 'application/json';

/** Each pair of a post and a person comes once; `from` goes on where another round has ended. */
function likesOf({ posts, people, from, withUser }: NonNullable<Load['likes']>): Request[] {
  let n = from;
  return [
    {
      method: 'POST',
      setupRequest: (request) => {
        const post = posts[n % posts.length] as string;
        const person = people[(n + Math.floor(n / posts.length)) % people.length] as { id: string; token: string };
        n += 1;
        return {
          ...request,
          headers: { ...request.headers, 'content-type': json, authorization: `Bearer ${person.token}` },
          body: JSON.stringify(withUser ? { post_id: post, user_id: person.id } : { post_id: post }),
        };
      },
    },
  ];
}

answerAll(async ({ url, connections, seconds, tokens = [], likes }: Load): Promise<Loaded> => {
  let client = 0;
  const { requests, latency, non2xx, errors, timeouts } = await autocannon({
    url,
    connections,
    duration: seconds,
    ...(likes ? { requests: likesOf(likes) } : {}),
    ...(tokens.length > 0
      ? {
          setupClient: (each) => {
            each.setHeaders({ authorization: `Bearer ${tokens[client++ % tokens.length]}` });
          },
        }
      : {}),
  });
  return {
    perSecond: requests.average,
    total: requests.total,
    wrong: non2xx + errors + timeouts,
    p50: latency.p50,
    p99: latency.p99,
  };
});
