import { getJoinRequests } from '#models/contract/join-request-queue';
import type { JoinRequest } from '#models/contract/join-requests';
import { onCall, yes } from './fake-server';

const newestFirst = (a: JoinRequest, b: JoinRequest) => b.CreatedAt.localeCompare(a.CreatedAt);

/** The gateway's answer to one query of these requests. */
export function requestsAnswer(all: readonly JoinRequest[], query: URLSearchParams, pageSize = 20) {
  const of = (status: string) => all.filter(({ Status }) => Status === status);
  const status = query.get('status');
  const found = (status ? of(status) : [...all]).toSorted(newestFirst);
  const from = Number(query.get('cursor') ?? 0);
  const limit = Math.min(pageSize, Number(query.get('limit') ?? pageSize));
  const next = found.length > from + limit ? String(from + limit) : null;
  const [pending, approved, rejected] = [of('pending').length, of('approved').length, of('rejected').length];
  return yes(getJoinRequests, found.slice(from, from + limit), { next, counts: { pending, approved, rejected, total: all.length } });
}

/** Serves these requests. */
export const serveRequests = (all: readonly JoinRequest[], pageSize?: number): void =>
  onCall(getJoinRequests, ({ query }) => requestsAnswer(all, query, pageSize));
