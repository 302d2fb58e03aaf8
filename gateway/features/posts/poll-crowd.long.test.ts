import { expect, it } from 'vitest';
import { anotherGateway } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { votePoll } from '#models/contract/polls';
import { PollVotes } from '#models/db/poll-votes';
import { Posts } from '#models/db/posts';
import { buildMember, buildPost, buildSociety, somePoll } from '#models/testing/builders';

const test = setUpTestApp();

it('300 members who vote at once at two gateways, some twice, are counted once each, as the stored votes are', async () => {
  const society = await buildSociety();
  const post = await buildPost({ society, poll: somePoll({ options: ['A', 'B', 'C'], votes: [0, 0, 0] }) });
  const second = await anotherGateway(test.app);
  const tokens = await Promise.all(Array.from({ length: 300 }, async () => test.tokenFor(await buildMember(society))));
  const send = async (token: string, choice: number, url: string): Promise<number> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ post_id: String(post._id), choices: [choice] });
    return (await fetch(`${url}${votePoll.path}`, { method: 'POST', headers, body })).status;
  };
  const urls = [test.url, second.url];
  const statuses = await Promise.all(
    tokens.flatMap((token, i) => {
      const here = send(token, i % 3, urls[i % 2]!);
      return i % 10 === 0 ? [here, send(token, i % 3, urls[(i + 1) % 2]!)] : [here];
    }),
  );
  await second.close();
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  const { poll } = (await Posts.findById(post._id).lean())!;
  const stored = await PollVotes.find({ post: post._id }).lean();
  expect([stored.length, new Set(stored.map(({ user }) => String(user))).size]).toEqual([300, 300]);
  expect({ votes: poll?.votes, voters: poll?.voters }).toEqual({
    votes: [0, 1, 2].map((choice) => stored.filter(({ choices }) => choices.includes(choice)).length),
    voters: 300,
  });
});
