import { reportCreated } from '#models/contract/reports';
import { roomOf } from '#models/contract/rooms';
import type { ActivityDoc } from '#models/db/activities';
import { Reports, reportToWire } from '#models/db/reports';
import { loadPeople } from '#models/db/users';
import { live } from '../push.js';
import type { VerbSpec } from '../verb.js';

export const reportCreatedVerb: VerbSpec<ActivityDoc> = {
  async messages(activity) {
    const report = await Reports.findById(activity.object).lean();
    if (!report) return [];
    const reporter = (await loadPeople([report.by])).get(String(report.by));
    const rooms = [roomOf('platform'), ...(report.society ? [roomOf('societyModerators', String(report.society))] : [])];
    return [live(reportCreated, rooms, { report: reportToWire(report, reporter) })];
  },
  counted: () => [],
};
