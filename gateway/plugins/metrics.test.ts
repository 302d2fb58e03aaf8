import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openCardsTiming } from '#gateway/live/open-cards';
import { openSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { addJob } from '#models/bus/jobs';
import { appendMessages } from '#models/bus/live-stream';
import { recordMail } from '#models/bus/mails';
import { notificationReadLive } from '#models/bus/notifications';
import { recordActivity } from '#models/bus/records';
import { controls } from '#models/contract/live';
import { getAllPosts } from '#models/contract/posts';
import { roomOf } from '#models/contract/rooms';
import { stampTopics } from '#models/db/card-stamps';
import { Cards, recommendationsCard } from '#models/db/cards';
import { Likes } from '#models/db/likes';
import { newId } from '#models/db/model';
import { Notifications } from '#models/db/notifications';
import { Posts } from '#models/db/posts';
import { Societies } from '#models/db/societies';
import { transaction } from '#models/db/transaction';
import { buildEvent, buildMember, buildNotification, buildPost, buildSession, buildSociety, buildUser } from '#models/testing/builders';
import { testSettings } from '#models/testing/settings';
import { markCardsStale } from '#workers/activity/stale-cards';
import { refreshRecommendations } from '#workers/cards/recommendations';
import { silent } from '#workers/log';
import { startWorkers, type Workers } from '#workers/start';

const metricsToken = 'the-token-of-monitoring';
const due = new Date(Date.now() - 60_000);

const test = setUpTestApp({ metricsToken, liveTiming: { cards: { ...openCardsTiming, everyMs: 50, agesEveryMs: 50 } } });
let workers: Workers;
beforeAll(async () => {
  workers = await startWorkers({
    redisUrl: test.redisUrl,
    ...testSettings,
    log: silent,
    trendingEveryMs: 3600_000,
    metricsEveryMs: 50,
    sweep: { everyMs: 3600_000 },
    handlers: {
      'accounts.forget': async () => {
        throw new Error('A job that fails.');
      },
      'cards.recommendations': async () => {},
      // On a slow machine it would mail a notification of these tests.
      'mail.reach': async () => {},
    },
  });
});
afterAll(async () => {
  await workers.close();
});

function ask(token?: string): Promise<Response> {
  return fetch(`${test.url}/metrics`, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });
}

/** Sum of a metric over all lines with these labels. */
async function figure(name: string, ...labels: string[]): Promise<number> {
  const text = await (await ask(metricsToken)).text();
  const lines = text.split('\n').filter((line) => /^\w+/.exec(line)?.[0] === name && labels.every((label) => line.includes(label)));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

/** Waits until a metric is at least this: workers publish theirs from time to time. */
async function grows(from: number, name: string, ...labels: string[]): Promise<void> {
  for (const until = Date.now() + 10_000; (await figure(name, ...labels)) <= from; await sleep(50))
    if (Date.now() > until) throw new Error(`${name} has not moved.`);
}

describe('access to the metrics', () => {
  it('is granted to the metrics token: as text for Prometheus, not cacheable', async () => {
    const answer = await ask(metricsToken);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.text()).toMatch(/^# HELP nadi_http_request_seconds /m);
  });

  it('is granted to a platform admin', async () => {
    expect((await ask(await buildSession(await buildUser({ role: 'admin' })))).status).toBe(200);
  });

  it.each([
    ['a visitor', 401, async () => undefined],
    ['a bearer of another token', 401, async () => 'the-token-of-somebody-else'],
    ['a user', 403, async () => buildSession(await buildUser())],
    ['a suspended platform admin', 401, async () => buildSession(await buildUser({ role: 'admin', suspendedAt: new Date() }))],
  ])('is refused for %s', async (_who, status, tokenOf) => {
    const answer = await ask(await tokenOf());
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store']);
    expect(await answer.text()).not.toContain('nadi_');
  });
});

describe('the metrics', () => {
  it('have the duration of each call by name, method and status', async () => {
    const labels = ['call="getAllPosts"', 'method="GET"', 'status="200"'];
    const before = await figure('nadi_http_request_seconds_count', ...labels);
    await test.call(getAllPosts, {});
    await test.call(getAllPosts, {});
    expect(await figure('nadi_http_request_seconds_count', ...labels)).toBe(before + 2);
    expect(await figure('nadi_http_request_seconds_sum', ...labels)).toBeGreaterThan(0);
  });

  it('have pages and unknown paths under their route and never under their address', async () => {
    await fetch(`${test.url}/posts/${newId()}/what-is-not-there`).then((answer) => answer.text());
    const text = await (await ask(metricsToken)).text();
    expect(text).not.toContain('what-is-not-there');
    expect(text).not.toMatch(/="[\da-f]{24}"/);
  });

  it('have the number of open sockets and of rooms with members', async () => {
    const socket = await openSocket(test.url, { token: await buildSession(await buildUser()) });
    await socket.join('feed');
    expect([await figure('nadi_sockets'), await figure('nadi_rooms')]).toEqual([1, 2]);
    socket.close();
    for (const until = Date.now() + 5000; (await figure('nadi_sockets')) > 0 && Date.now() < until; ) await sleep(20);
    expect([await figure('nadi_sockets'), await figure('nadi_rooms')]).toEqual([0, 0]);
  });

  it('have joins that were refused, replayed or asked to resync', async () => {
    const society = await buildSociety();
    const socket = await openSocket(test.url, { token: await buildSession(await buildUser()) });
    const [replays, resyncs] = [await figure('nadi_replays_total'), await figure('nadi_resyncs_total')];
    await socket.ask('join', roomOf('societyAdmins', String(society._id)));
    await socket.ask('join', ['no-room']);
    const at = await socket.join('feed');
    await socket.ask('join', { rooms: ['feed'], since: at });
    await socket.ask('join', { rooms: ['feed'], since: '1-0' });
    expect(await figure('nadi_joins_refused_total', 'code="forbidden"')).toBe(1);
    expect(await figure('nadi_joins_refused_total', 'code="validation_failed"')).toBe(1);
    expect(await figure('nadi_replays_total')).toBe(replays + 1);
    expect(await figure('nadi_resyncs_total')).toBe(resyncs + 1);
    socket.close();
  });

  it('have sockets that could not be served and were asked to resync', async () => {
    const user = await buildUser();
    const socket = await openSocket(test.url, { token: await buildSession(user) });
    const resyncs = await figure('nadi_resyncs_total');
    const count = vi.spyOn(Notifications, 'countDocuments').mockRejectedValue(new Error('The database is away.'));
    await appendMessages([notificationReadLive(String(user._id), 'all')]);
    await socket.next(controls.resync);
    count.mockRestore();
    expect(await figure('nadi_resyncs_total')).toBe(resyncs + 1);
    socket.close();
  });

  it('have the age of the oldest due record of each kind', async () => {
    expect(await figure('nadi_outbox_age_seconds', 'kind="like"')).toBe(0);
    const like = { _id: newId(), post: (await buildPost())._id, user: (await buildUser())._id, on: true, version: 1, at: due, due };
    await Likes.create(like);
    expect(await figure('nadi_outbox_age_seconds', 'kind="like"')).toBeGreaterThanOrEqual(60);
    expect(await figure('nadi_outbox_age_seconds', 'kind="mail"')).toBe(0);
    await Likes.deleteOne({ _id: like._id });
    expect(await figure('nadi_outbox_age_seconds', 'kind="like"')).toBe(0);
  });

  it.each([
    ['leaving', () => buildUser({ due })],
    ['notification', () => buildNotification({ due })],
    ['push', () => buildNotification({ pushDue: due })],
    ['mail', () => recordMail({ kind: 'password_changed', user: newId() })],
  ])('have the age of other due documents: %s', async (kind, build) => {
    expect(await figure('nadi_outbox_age_seconds', `kind="${kind}"`)).toBe(0);
    await build();
    expect(await figure('nadi_outbox_age_seconds', `kind="${kind}"`)).toBeGreaterThan(0);
  });

  it('have the duration and outcome of the workers’ jobs', async () => {
    await addJob('cards.recommendations', { user: String(newId()) });
    await grows(0, 'nadi_job_seconds_count', 'job="cards.recommendations"', 'outcome="done"', 'process="workers-');
    await addJob('accounts.forget', { user: String(newId()) }, { attempts: 1 });
    await grows(0, 'nadi_job_seconds_count', 'job="accounts.forget"', 'outcome="failed"', 'process="workers-');
    expect(await figure('nadi_job_seconds_count', 'job="accounts.forget"', 'outcome="done"')).toBe(0);
  });

  it('have the age of the oldest recommendations on an open screen, and the wait for a change', async () => {
    const user = await buildUser();
    const _id = recommendationsCard(user._id);
    await Cards.create({ _id, items: [], computedAt: new Date(Date.now() - 200_000) });
    const socket = await openSocket(test.url, { token: await buildSession(user) });
    await grows(199, 'nadi_card_oldest_seconds');
    expect(await figure('nadi_card_stale_seconds')).toBe(0);
    await stampTopics([{ kind: 'own', id: user._id }], new Date());
    await grows(0.2, 'nadi_card_stale_seconds');
    await Cards.updateOne({ _id }, { $set: { computedAt: new Date() } });
    await expect.poll(() => figure('nadi_card_stale_seconds'), { timeout: 10_000 }).toBe(0);
    await expect.poll(() => figure('nadi_card_oldest_seconds'), { timeout: 10_000 }).toBeLessThan(100);
    socket.close();
  });

  it('have the lag of recommendations behind a change, and the jobs that were saved', async () => {
    const society = await buildSociety();
    await Societies.updateOne({ _id: society._id }, { $set: { members: 40 } });
    const about = { object: (await buildEvent({ society }))._id, society: society._id, open: true };
    const record = await transaction((session) => recordActivity(session, { actor: newId(), verb: 'event.created', ...about }));
    const [saved, count, sum] = [
      await figure('nadi_card_jobs_saved'),
      await figure('nadi_card_lag_seconds_count'),
      await figure('nadi_card_lag_seconds_sum'),
    ];
    await markCardsStale(record);
    await grows(saved + 39, 'nadi_card_jobs_saved');
    await refreshRecommendations(String((await buildMember(society))._id), Date.now() - 3000);
    await grows(count, 'nadi_card_lag_seconds_count');
    expect(await figure('nadi_card_lag_seconds_sum')).toBeGreaterThanOrEqual(sum + 3);
    expect(await figure('nadi_card_jobs_saved')).toBe(saved + 39);
  });

  it('have the counters that the nightly clean-up corrected', async () => {
    const post = await buildPost();
    await Posts.updateOne({ _id: post._id }, { $set: { likes: 7 } });
    await addJob('upkeep.tidy', {});
    await grows(0, 'nadi_drifts_total', 'kind="post"');
  });

  it('have memory and CPU of the gateway and the workers, each under its own name', async () => {
    expect(await figure('process_resident_memory_bytes', 'process="gateway-')).toBeGreaterThan(1e6);
    expect(await figure('process_resident_memory_bytes', 'process="workers-')).toBeGreaterThan(1e6);
  });
});
