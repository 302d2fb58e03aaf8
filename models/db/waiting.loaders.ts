import type { Asker } from '#models/policies/index';
import { type Id, toId } from './model.js';
import { Reports } from './reports.js';
import { societyFacts, societyLoader } from './societies.js';
import { SupportRequests } from './support-requests.js';

/** Most open reports that are counted in the societies of one person. */
const mostCounted = 500;

/** Societies in which the viewer has a role that decides reports. Scopes of staff do not count. */
async function moderatedSocieties(asker: Asker): Promise<Id[]> {
  const ids = [...(asker.viewer?.roles ?? [])].filter(([, role]) => role !== 'member').map(([id]) => toId(id));
  const societies = await societyLoader.cachedMany(ids);
  return [...societies.values()]
    .filter((society) => society.removedAt === null && asker.can('society.moderate', societyFacts(society)))
    .map(({ _id }) => _id);
}

/** Open reports of others about others, and open appeals against decisions of others. */
function waitingFor(me: Id): object[] {
  const others = { by: { $ne: me }, about: { $ne: me } };
  return [
    { ...others, status: 'open' },
    { ...others, appealed: true, decidedBy: { $ne: me } },
  ];
}

/** Open reports by society, the one with the earliest due time first. */
async function countBySociety(asker: Asker, me: Id) {
  const societies = await moderatedSocieties(asker);
  if (societies.length === 0) return [];
  const reads = waitingFor(me).map((filter) =>
    Reports.find({ society: { $in: societies }, ...filter }, { society: 1, dueAt: 1, createdAt: 1 })
      .sort({ createdAt: -1 })
      .limit(mostCounted)
      .lean(),
  );
  const found = (await Promise.all(reads)).flat();
  const dueTime = ({ dueAt, createdAt }: (typeof found)[number]): number => (dueAt ?? createdAt).getTime();
  const counts = new Map<string, number>();
  for (const { society } of found.toSorted((a, b) => dueTime(a) - dueTime(b)))
    counts.set(String(society), (counts.get(String(society)) ?? 0) + 1);
  return [...counts].map(([Society_ID, count]) => ({ Society_ID, open: count }));
}

async function countReports(me: Id): Promise<number> {
  const [open = 0, appealed = 0] = await Promise.all(waitingFor(me).map((filter) => Reports.countDocuments(filter)));
  return open + appealed;
}

/** Numbers of open reports and support requests that the viewer may decide or answer. */
export async function countWaiting(asker: Asker, me: Id) {
  const [societies, platform, tickets] = await Promise.all([
    countBySociety(asker, me),
    asker.can('report.decideAny') ? countReports(me) : null,
    asker.can('ticket.handle') ? SupportRequests.countDocuments({ status: 'open' }) : null,
  ]);
  return { societies, platform, tickets };
}
