import autocannon, { type Request } from 'autocannon';
import { answerAll } from './side-process.js';

export interface Load {
  /** Of several, each connection has one, in turn. */
  url: string | string[];
  connections: number;
  seconds: number;
  /** One a connection, in turn. */
  tokens?: string[];
  /** A different token per request, so that little is cached about its user. */
  isInTurn?: boolean;
  /** Likes, each by another person of another post: the body of the n-th, and whose token goes with it. */
  likes?: { posts: string[]; people: { id: string; token: string }[]; from: number; withUser: boolean };
}

export interface Loaded {
  perSecond: number;
  total: number;
  wrong: number;
  p50: number;
  p99: number;
  /** Processor time of the loader itself, in ms. */
  cpuMs: number;
}

const json = 'application/json';

/** Each request is the next one's. */
function turnsOf(tokens: string[]): Request[] {
  let n = 0;
  return [
    {
      setupRequest: (request) => ({ ...request, headers: { ...request.headers, authorization: `Bearer ${tokens[n++ % tokens.length]}` } }),
    },
  ];
}

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

answerAll(async ({ url, connections, seconds, tokens = [], isInTurn = false, likes }: Load): Promise<Loaded> => {
  let client = 0;
  const before = process.cpuUsage();
  const { requests, latency, non2xx, errors, timeouts } = await autocannon({
    url,
    connections,
    duration: seconds,
    ...(likes ? { requests: likesOf(likes) } : isInTurn ? { requests: turnsOf(tokens) } : {}),
    ...(tokens.length > 0 && !isInTurn
      ? {
          setupClient: (each) => {
            each.setHeaders({ authorization: `Bearer ${tokens[client++ % tokens.length]}` });
          },
        }
      : {}),
  });
  const { user, system } = process.cpuUsage(before);
  return {
    perSecond: requests.average,
    total: requests.total,
    wrong: non2xx + errors + timeouts,
    p50: latency.p50,
    p99: latency.p99,
    cpuMs: (user + system) / 1000,
  };
});
